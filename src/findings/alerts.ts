import { type Finding, findingKey } from './finding';
import type { Evaluation } from './evaluate';
import type { Clock } from '../api/scheduling/clock';

/** The shortest time between two alerts, in milliseconds. */
const alertPauseMs = 600_000;

/** Only where all was known to be fine before, at most once in ten minutes; others wait. */
export class Alerts {
  readonly #clock: Clock;
  readonly #tell: (findings: readonly Finding[]) => void;
  #fine: Evaluation['fine'] = () => new Set();
  #critical: ReadonlySet<string> = new Set();
  #current: readonly Finding[] = [];
  readonly #waiting = new Set<string>();
  #lastAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, tell: (findings: readonly Finding[]) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  note({ findings, fine }: Evaluation): void {
    this.#current = findings.filter(({ severity }) => severity === 'critical');
    const critical = new Set(this.#current.map(({ rule, target }) => findingKey(rule, target)));
    const added = [...critical].filter((key) => !this.#critical.has(key));
    if (added.length > 0) {
      const before = this.#fine();
      for (const key of added) if (before.has(key)) this.#waiting.add(key);
    }
    this.#critical = critical;
    this.#fine = fine;
    this.#tellSoon();
  }

  dispose(): void {
    this.#cancel?.();
  }

  #tellSoon(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    // Findings that have disappeared meanwhile aren't worth an alert.
    const due = this.#current.filter(({ rule, target }) =>
      this.#waiting.has(findingKey(rule, target)),
    );
    this.#waiting.clear();
    for (const { rule, target } of due) this.#waiting.add(findingKey(rule, target));
    if (due.length === 0) return;
    const wait = this.#lastAt + alertPauseMs - this.#clock.elapsed();
    if (wait > 0) {
      this.#cancel = this.#clock.after(wait, () => this.#tellSoon());
      return;
    }
    this.#lastAt = this.#clock.elapsed();
    this.#waiting.clear();
    this.#tell(due);
  }
}
