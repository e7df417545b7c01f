import * as z from 'zod';
import { type Grouping, groupings, type Sorting, sortings } from './arrange';
import type { KindId } from '../kinds/kind';
import { isKindId } from '../kinds/kinds';
import type { KeyValues } from '../memory/keyValues';
import { type Disposable, Emitter, type Event } from '../../shared/emitter';

/** How a person wants the servers to be shown. */
export interface ViewChoice {
  readonly filter: string;
  readonly grouping: Grouping;
  readonly sorting: Sorting;
  readonly hiddenKinds: readonly KindId[];
}

const key = 'view';

const kept = z.object({
  filter: z.string().catch(''),
  grouping: z.enum(groupings).catch('none'),
  sorting: z.enum(sortings).catch('service'),
  hiddenKinds: z.array(z.custom<KindId>(isKindId)).catch([]),
});

/** The person's choice of what the views show, kept between sessions. */
export class ViewOptions implements Disposable {
  readonly #values: KeyValues;
  readonly #changed = new Emitter<ViewChoice>();
  readonly onDidChange: Event<ViewChoice> = this.#changed.event;
  #choice: ViewChoice;

  constructor(values: KeyValues) {
    this.#values = values;
    const stored: unknown = values.get(key);
    this.#choice = kept.parse(typeof stored === 'object' && stored !== null ? stored : {});
  }

  get current(): ViewChoice {
    return this.#choice;
  }

  /** Changes part of the choice. */
  async change(part: Partial<ViewChoice>): Promise<void> {
    this.#choice = { ...this.#choice, ...part };
    this.#changed.fire(this.#choice);
    await this.#values.update(key, this.#choice);
  }

  /** Takes all of it back, and keeps not even that. */
  async clear(): Promise<void> {
    this.#choice = kept.parse({});
    this.#changed.fire(this.#choice);
    await this.#values.update(key, undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
