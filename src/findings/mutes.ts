import type { Finding } from './finding';
import { findingKey } from './finding';
import type { SharedValues } from '../resources/storage/sharedValues';
import { type Disposable, Emitter, type Event } from '../base/emitter';

const mutePrefix = 'mute/';

/** The parts of a finding that identify what is muted. */
export type Mutable = Pick<Finding, 'rule' | 'target'>;

/** Findings that the person muted, each for one resource; shared by all windows. */
export class Mutes implements Disposable {
  readonly #values: SharedValues;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(values: SharedValues) {
    this.#values = values;
    this.#subscription = values.onDidChange((keys) => {
      if ([...keys].some((key) => key.startsWith(mutePrefix))) this.#changed.fire();
    });
  }

  has({ rule, target }: Mutable): boolean {
    return this.#values.get(mutePrefix + findingKey(rule, target)) === true;
  }

  async set(findings: readonly Mutable[], isMuted: boolean): Promise<void> {
    await this.#values.change(
      findings.map(({ rule, target }) => ({
        key: mutePrefix + findingKey(rule, target),
        value: isMuted ? true : undefined,
      })),
    );
  }

  async removeAccount(account: string): Promise<void> {
    const ofAccount = this.#values
      .list(mutePrefix)
      .filter(({ key }) => key.split('/')[2] === account);
    await this.#values.change(ofAccount.map(({ key }) => ({ key, value: undefined })));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
