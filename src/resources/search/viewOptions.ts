import * as z from 'zod/mini';
import { type Grouping, groupings, type Sorting, sortings } from './arrange';
import { type KindId, kinds } from '../kinds/kinds';
import type { SharedValues } from '../storage/sharedValues';
import { Emitter, type Event } from '../../base/emitter';

export interface ViewChoice {
  readonly filter: string;
  readonly grouping: Grouping;
  readonly sorting: Sorting;
  readonly hiddenKinds: readonly KindId[];
}

const viewPrefix = 'view/';
const hiddenPrefix = `${viewPrefix}hidden/`;
const savedPrefix = `${viewPrefix}saved/`;

const storedOptions = z.object({
  filter: z.catch(z.string(), ''),
  grouping: z.catch(z.enum(groupings), 'none'),
  sorting: z.catch(z.enum(sortings), 'service'),
});

/** All windows share them except for the filter: typing in one must not hide rows in another. */
export class ViewOptions {
  readonly #values: SharedValues;
  readonly #changed = new Emitter<ViewChoice>();
  readonly onDidChange: Event<ViewChoice> = this.#changed.event;
  #choice: ViewChoice;
  /** The filter typed in this window; until then, the last one from any window. */
  #filter: string | undefined;

  constructor(values: SharedValues) {
    this.#values = values;
    this.#choice = this.#read();
    values.follow([viewPrefix], () => this.#follow());
    void values.ready().then(() => (this.#filter ??= this.#choice.filter));
  }

  get current(): ViewChoice {
    return this.#choice;
  }

  /** By name, in the order in which they were saved. */
  get savedFilters(): readonly { readonly name: string; readonly filter: string }[] {
    return this.#values
      .listOf(savedPrefix, z.string())
      .map(({ key, value }) => ({ name: key.slice(savedPrefix.length), filter: value }));
  }

  /** Removes it without a filter. */
  saveFilter(name: string, filter: string | undefined): Promise<void> {
    return this.#values.change([{ key: savedPrefix + name, value: filter }]);
  }

  async change({ hiddenKinds, ...others }: Partial<ViewChoice>): Promise<void> {
    this.#filter = others.filter ?? this.#filter;
    const hidden = hiddenKinds ?? this.#choice.hiddenKinds;
    const turned = kinds.filter(
      ({ id }) => hidden.includes(id) !== this.#choice.hiddenKinds.includes(id),
    );
    await this.#values.change([
      ...Object.entries(others).map(([name, value]) => ({ key: viewPrefix + name, value })),
      ...turned.map(({ id }) => ({
        key: hiddenPrefix + id,
        value: hidden.includes(id) ? true : undefined,
      })),
    ]);
  }

  #follow(): void {
    const choice = this.#read();
    if (JSON.stringify(choice) === JSON.stringify(this.#choice)) return;
    this.#choice = choice;
    this.#changed.fire(choice);
  }

  #read(): ViewChoice {
    const valueOf = (name: string): unknown => this.#values.get(viewPrefix + name);
    const shared = storedOptions.parse({
      filter: this.#filter ?? valueOf('filter'),
      grouping: valueOf('grouping'),
      sorting: valueOf('sorting'),
    });
    const isHidden = (id: KindId): boolean => this.#values.get(hiddenPrefix + id) === true;
    return { ...shared, hiddenKinds: kinds.map(({ id }) => id).filter(isHidden) };
  }
}
