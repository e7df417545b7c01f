import { Emitter, type Event } from '../base/emitter';
import { type ResourceReference, toKey } from '../resources/reference';

/** What is wrong with a resource, beyond what it says of itself. */
export interface Trouble {
  readonly reference: ResourceReference;
  /** For its row, in place of its own words; undefined if those say the same. */
  readonly words: string | undefined;
  readonly color: string;
  /** One for each problem, the most serious first. */
  readonly sentences: readonly string[];
}

export class Troubles {
  #known: ReadonlyMap<string, Trouble> = new Map();
  readonly #changed = new Emitter<readonly ResourceReference[]>();
  /** Fires with those whose rows differ now: drawing others would close their hovers. */
  readonly onDidChange: Event<readonly ResourceReference[]> = this.#changed.event;

  of(reference: ResourceReference): Trouble | undefined {
    return this.#known.get(toKey(reference));
  }

  take(troubles: readonly Trouble[]): void {
    const before = this.#known;
    this.#known = new Map(troubles.map((each) => [toKey(each.reference), each]));
    const drawn = (known: typeof before, key: string): string | undefined => {
      const trouble = known.get(key);
      return trouble && `${trouble.color} ${trouble.words}`;
    };
    const changed = [...new Map([...before, ...this.#known])].filter(
      ([key]) => drawn(before, key) !== drawn(this.#known, key),
    );
    if (changed.length > 0) this.#changed.fire(changed.map(([, { reference }]) => reference));
  }
}
