import {
  combine,
  parseStaged,
  type StagedChange,
  type StagedFile,
  type StagedState,
  toStagedKey,
} from './stagedChange';
import type { Clock } from '../api/scheduling/clock';
import { type Disposable, Emitter, type Event } from '../base/emitter';
import { type Change, isEqual, overlaps, type Path } from '../base/patch';
import type { SharedValue, SharedValues } from '../resources/memory/sharedValues';
import type { ResourceReference } from '../resources/reference';
import { Turn } from './turn';

/** A change to be staged. */
interface Staging {
  readonly reference: ResourceReference;
  readonly path: string;
  readonly changes: readonly Change[];
  readonly reason?: string | undefined;
  readonly operation?: StagedChange['operation'];
  readonly file?: StagedFile | undefined;
  /** The fields that others changed; by default, the change is ready to be applied. */
  readonly drifted?: readonly Path[] | undefined;
}

/** What applying a change came to. `left` are the fields that weren't applied; defaults to all. */
export type Settled =
  | { readonly type: 'done' }
  | { readonly type: 'kept'; readonly state: StagedState; readonly arrived?: readonly Change[] };

/** A staged change and what applying it came to. */
interface SettledChange {
  readonly staged: StagedChange;
  readonly settled: Settled;
}

/**
 * The changes that wait to be applied, seen by all windows and kept across restarts. One window
 * applies at a time.
 */
export class PendingChanges implements Disposable {
  readonly #values: SharedValues;
  readonly #clock: Clock;
  readonly #parsed = new WeakMap<object, StagedChange | { readonly damaged: true }>();
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  #all: readonly StagedChange[] | undefined;
  #byPath: ReadonlyMap<string, StagedChange> | undefined;
  #latest = 0;

  /** Fires when something was staged, discarded, applied or judged, in any window. */
  readonly onDidChange: Event<void> = this.#changed.event;
  /** The turn of applying, among all windows. */
  readonly turn: Turn;

  constructor(values: SharedValues, clock: Clock) {
    this.#values = values;
    this.#clock = clock;
    this.turn = new Turn(values, clock);
    this.#subscription = values.onDidChange((keys) => {
      if (![...keys].some((key) => key.startsWith('item/'))) return;
      this.#forgetKnown();
      this.#changed.fire();
    });
  }

  /** All staged changes. */
  get all(): readonly StagedChange[] {
    this.#all ??= this.#values.list('item/').flatMap((stored) => this.#parse(stored) ?? []);
    return this.#all;
  }

  /** Loads what is stored. A change whose window closed while applying it may be applied. */
  async refresh(): Promise<void> {
    await this.#values.refresh();
    const { lost } = this.turn;
    const unclear = new Set(lost.flatMap(({ keys }) => keys));
    await this.#values.change([
      ...lost.map(({ key }) => ({ key, value: undefined })),
      ...this.all
        .filter(({ reference }) => unclear.has(toStagedKey(reference)))
        .map((change) => toSharedValue({ ...change, state: { type: 'unknown', text: '' } })),
    ]);
  }

  /** The staged change of a resource. */
  find(reference: ResourceReference): StagedChange | undefined {
    return this.#parse({
      key: '',
      value: this.#values.get(toStagedKey(reference)),
    });
  }

  /** The staged change whose document has this path. */
  findPath(path: string): StagedChange | undefined {
    this.#byPath ??= new Map(this.all.map((change) => [change.path, change]));
    return this.#byPath.get(path);
  }

  /**
   * Adds changes to what is staged for their resources. What a folder asks for replaces what it
   * asked for before.
   */
  async stage(stagings: readonly Staging[]): Promise<void> {
    // Another window may have staged something for the same resources.
    await this.#values.refresh();
    const taken = new Map(this.all.map(({ path, reference }) => [path, toStagedKey(reference)]));
    const staged = stagings.map((staging): SharedValue => {
      const { reference, operation } = staging;
      const key = toStagedKey(reference);
      const earlier = this.find(reference);
      const path = earlier?.path ?? freePath(staging, taken);
      taken.set(path, key);
      const value = { ...toStaged(staging, earlier), path, at: this.#stamp(earlier) };
      return { key, value: value.changes.length > 0 || operation ? value : undefined };
    });
    await this.#values.change(staged);
  }

  /**
   * Replaces what is staged for a resource; without changes, nothing is. False if it's no longer
   * what was given.
   */
  async replace(staged: StagedChange, changes: readonly Change[]): Promise<boolean> {
    await this.#values.refresh();
    const now = this.#findSame(staged);
    if (!now) return false;
    const { file: _, ...kept } = now;
    if (changes.length === 0 && !now.operation) await this.discard([now]);
    else await this.#store({ ...kept, at: this.#stamp(now), changes, state: { type: 'pending' } });
    return true;
  }

  /** Records that others changed fields that a change is about. */
  async markDrifted(staged: StagedChange, fields: readonly Path[]): Promise<void> {
    await this.#values.refresh();
    const now = this.#findSame(staged);
    if (now?.state.type === 'pending') await this.#store({ ...now, state: toDrifted(fields) });
  }

  /** Forgets changes without applying them. */
  async discard(staged: readonly StagedChange[]): Promise<void> {
    await this.#values.change(
      staged.map(({ reference }) => ({ key: toStagedKey(reference), value: undefined })),
    );
  }

  /** Records what applying changes came to; what was edited meanwhile remains. */
  async settle(applied: readonly SettledChange[]): Promise<void> {
    // What another window discarded isn't staged again.
    await this.#values.refresh();
    await this.#values.change(applied.flatMap((each) => this.#toSettled(each)));
  }

  #toSettled({ staged, settled }: SettledChange): readonly SharedValue[] {
    const now = this.find(staged.reference);
    if (!now) return [];
    const isEdited = now.at !== staged.at;
    if (settled.type === 'done') {
      // What was created isn't created again, and nothing is left to change of what was deleted.
      const left = isEdited && !staged.operation ? startFrom(staged.changes, now.changes) : [];
      const isLeft = left.length > 0 || (isEdited && !staged.operation && now.operation);
      return [
        isLeft
          ? toSharedValue({ ...now, changes: left })
          : { ...toSharedValue(now), value: undefined },
      ];
    }
    if (isEdited) return [];
    const { state, arrived = [] } = settled;
    const left = now.changes.filter(
      ({ path }) => !arrived.some((each) => overlaps(each.path, path)),
    );
    return [toSharedValue({ ...now, state, changes: left.length > 0 ? left : now.changes })];
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #store(staged: StagedChange): Promise<void> {
    await this.#values.change([toSharedValue(staged)]);
  }

  /** What is staged, unless it was edited or discarded since. */
  #findSame({ reference, at }: StagedChange): StagedChange | undefined {
    const now = this.find(reference);
    return now?.at === at ? now : undefined;
  }

  #parse({ value }: SharedValue): StagedChange | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const known = this.#parsed.get(value) ?? parseStaged(value) ?? { damaged: true };
    this.#parsed.set(value, known);
    return 'damaged' in known ? undefined : known;
  }

  #forgetKnown(): void {
    this.#all = undefined;
    this.#byPath = undefined;
  }

  /** Differs from all earlier ones, so that no edit is taken for the one that was applied. */
  #stamp(earlier?: StagedChange): number {
    this.#latest = Math.max(this.#clock.now(), this.#latest + 1, (earlier?.at ?? 0) + 1);
    return this.#latest;
  }
}

/** What is staged for a resource, added to what was staged for it earlier. */
function toStaged(
  { reference, changes, operation, drifted, ...staging }: Staging,
  earlier: StagedChange | undefined,
): Omit<StagedChange, 'path' | 'at'> {
  const isReplaced =
    earlier?.operation !== operation ||
    (staging.file !== undefined && earlier?.file?.folder === staging.file.folder);
  const others = isReplaced ? [] : (earlier?.changes ?? []);
  // What a person staged isn't the folder's to take back.
  const file = others.length === 0 ? staging.file : undefined;
  const reason = staging.reason ?? earlier?.reason;
  // What may have been created is looked for first.
  const isUnclear = operation === 'create' && earlier?.state.type === 'unknown';
  return {
    reference,
    changes: combine(others, changes),
    ...(reason === undefined ? {} : { reason }),
    ...(operation ? { operation } : {}),
    ...(file ? { file } : {}),
    state: drifted ? toDrifted(drifted) : isUnclear ? earlier.state : { type: 'pending' },
  };
}

function toSharedValue(staged: StagedChange): SharedValue {
  return { key: toStagedKey(staged.reference), value: staged };
}

/** Changes that were edited while others were applied: they start from what was applied. */
function startFrom(applied: readonly Change[], edited: readonly Change[]): readonly Change[] {
  return edited
    .map((change) => {
      const same = applied.find(({ path }) => isEqual([...path], [...change.path]));
      return same ? { ...change, before: same.after } : change;
    })
    .filter(({ before, after }) => !isEqual(before, after));
}

function toDrifted(fields: readonly Path[]): StagedState {
  return { type: 'drifted', fields: fields.map((path) => [...path]) };
}

/** The path, or one with the id if another resource has it: rows differ by nothing else. */
function freePath({ path, reference }: Staging, taken: ReadonlyMap<string, string>): string {
  const own = toStagedKey(reference);
  const isFree = (each: string): boolean => (taken.get(each) ?? own) === own;
  if (isFree(path)) return path;
  const id = reference.ids.join('-').replaceAll('/', '-');
  const withId = path.replace(/(\.[a-z-]+\.[a-z]+)$/, (suffix) => `~${id}${suffix}`);
  return isFree(withId) ? withId : withId.replace(/^\/([^/]*)/, `/$1~${reference.account}`);
}
