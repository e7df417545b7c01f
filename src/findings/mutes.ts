import { type Finding, findingKey } from './finding';
import type { Target } from '../resources/reference';
import type { SharedValues } from '../resources/storage/sharedValues';
import { Emitter, type Event } from '../base/emitter';

const mutePrefix = 'mute/';

/** The parts of a finding that identify what is muted; without a target, the rule itself. */
export type Mutable = Pick<Finding, 'rule'> & { readonly target?: Target | undefined };

/** Findings that the person muted, for one resource or all; shared by all windows. */
export class Mutes {
  readonly #values: SharedValues;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(values: SharedValues) {
    this.#values = values;
    values.follow([mutePrefix], () => this.#changed.fire());
  }

  has({ rule, target }: Mutable): boolean {
    return [{ rule }, { rule, target }].some((each) => this.#values.get(toMuteKey(each)) === true);
  }

  async set(findings: readonly Mutable[], isMuted: boolean): Promise<void> {
    const rules = isMuted ? [] : findings.map(({ rule }) => ({ rule }));
    await this.#values.change(
      [...findings, ...rules].map((each) => ({
        key: toMuteKey(each),
        value: isMuted ? true : undefined,
      })),
    );
  }
}

function toMuteKey({ rule, target }: Mutable): string {
  return mutePrefix + (target ? findingKey(rule, target) : rule);
}
