import { findLoginChange, findLoginRisks } from './loginRisks';
import type { Change } from '../../resources/documents/patch';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { Prompts } from '../actions/prompts';
import { describeError, isCancellation } from '../errors/describeError';
import { withLateProgress } from '../lateProgress';
import { t } from '../l10n';

/** Changes that are about to be sent to a resource. */
export interface Sending {
  readonly reference: ResourceReference;
  readonly changes: readonly Change[];
}

/**
 * Asks before changes are sent that could lock the person out; answers whether to send them. Where it
 * cannot be found out whether they could, that is what is asked about.
 */
export class LoginGuard {
  readonly #client: ResourceClient;
  readonly #prompts: Pick<Prompts, 'confirm'>;

  constructor(client: ResourceClient, prompts: Pick<Prompts, 'confirm'>) {
    this.#client = client;
    this.#prompts = prompts;
  }

  async allows(sendings: readonly Sending[]): Promise<boolean> {
    const risky = sendings.flatMap(({ reference, changes }) => {
      const change = findLoginChange(reference, changes);
      return change ? [{ reference, change }] : [];
    });
    if (risky.length === 0) return true;
    try {
      const found = await withLateProgress(t('Looking who can still log in'), (signal) =>
        Promise.all(
          risky.map(({ reference, change }) =>
            findLoginRisks(this.#client, reference, change, signal),
          ),
        ),
      );
      return await this.#ask([...new Set(found.flat())]);
    } catch (error) {
      if (isCancellation(error)) return false;
      return this.#ask([
        t('It could not be found out who can still log in. {0}', describeError(error)),
      ]);
    }
  }

  #ask(risks: readonly string[]): Promise<boolean> {
    if (risks.length === 0) return Promise.resolve(true);
    return this.#prompts.confirm({
      message: t('This could lock you out.'),
      detail: risks.join('\n'),
      button: t('Continue Anyway'),
      typed: undefined,
    });
  }
}
