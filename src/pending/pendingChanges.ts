import {
  freePath,
  mayBeCreated,
  origins,
  type SettledChange,
  type StagedChange,
  type StagedId,
  type Staging,
  storedChange,
  storedDrift,
  storedResult,
  toPresent,
  toResult,
  toStaged,
  toStagedKey,
  toStagedName,
} from './stagedChange';
import { type Clock, sleep } from '../api/scheduling/clock';
import { Emitter, type Event } from '../base/emitter';
import { apply, type Change, isEqual, type Path } from '../base/json';
import { DocumentError } from '../documents/writing/outcome';
import { hasSecret, maskMembers } from '../documents/maskCredentials';
import type { ResourceReference } from '../resources/reference';
import type { SharedChange, SharedValues } from '../resources/storage/sharedValues';
import * as z from 'zod/mini';
import { randomHex } from '../base/random';

const itemPrefix = 'item/';
const resultPrefix = 'result/';
const driftPrefix = 'drift/';
const prefixes = [itemPrefix, resultPrefix, driftPrefix];

/** Another window may be storing an edit of a removed change. */
const resultMs = 60 * 60 * 1_000;

/**
 * Shared by all windows and kept across restarts; only one window applies at a time. What a person
 * stages is stored as a change; the result of applying it is stored separately and names the edit,
 * so that it never replaces what another window stages meanwhile.
 */
export class PendingChanges {
  readonly #values: SharedValues;
  readonly #clock: Clock;
  readonly #parseItem = parseOnce(storedChange, ({ at }) => {
    this.#latest = Math.max(this.#latest, at);
  });
  readonly #parseResult = parseOnce(storedResult);
  readonly #parseDrift = parseOnce(storedDrift);
  readonly #changed = new Emitter<void>();
  #all: readonly StagedChange[] | undefined;
  #byPath: ReadonlyMap<string, StagedChange> | undefined;
  #latest = 0;

  /** Fires when changes, or their results, were added, edited or removed in any window. */
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly applyLock: WindowLock;

  constructor(values: SharedValues, clock: Clock) {
    this.#values = values;
    this.#clock = clock;
    this.applyLock = new WindowLock(values, clock, 'turn/');
    values.follow(prefixes, () => {
      this.#all = undefined;
      this.#byPath = undefined;
      this.#changed.fire();
    });
  }

  get all(): readonly StagedChange[] {
    this.#all ??= this.#names(itemPrefix).flatMap((name) => this.#read(name) ?? []);
    return this.#all;
  }

  /** Loads what is stored. A change whose window closed while applying it may be applied. */
  async refresh(): Promise<void> {
    await this.#values.refresh();
    const { lost } = this.applyLock;
    const unclear = new Set(lost.flatMap(({ keys }) => keys));
    const state = { type: 'unknown', text: '' } as const;
    await this.#values.change([
      ...this.#leftovers(),
      ...lost.map(({ key }) => ({ key, value: undefined })),
      ...this.all
        .filter((each) => unclear.has(toStagedKey(each)))
        .map((staged) => this.#toResult({ staged, state })),
    ]);
  }

  find(staged: StagedId): StagedChange | undefined {
    return this.#read(toStagedName(staged));
  }

  of(reference: ResourceReference): readonly StagedChange[] {
    return origins.flatMap((origin) => this.find({ reference, origin }) ?? []);
  }

  findPath(path: string): StagedChange | undefined {
    this.#byPath ??= new Map(this.all.map((change) => [change.path, change]));
    return this.#byPath.get(path);
  }

  /** Adds to what the origin staged; a folder replaces its earlier changes. @throws DocumentError. */
  async stage(stagings: readonly Staging[]): Promise<void> {
    for (const { changes } of stagings) assertNoSecrets(changes);
    // Another window may have staged something for the same resources.
    await this.#values.refresh();
    const taken = new Map(this.all.map((each) => [each.path, toStagedKey(each)]));
    const staged = stagings.flatMap((staging): readonly SharedChange[] => {
      const { operation } = staging;
      const earlier = this.find(staging);
      // What a file says may have changed, and with it the name.
      const path = earlier && !staging.file ? earlier.path : freePath(staging, taken);
      taken.set(path, toStagedKey(staging));
      const value = { ...toStaged(staging, earlier), path, at: this.#stamp(earlier) };
      return value.changes.length > 0 || operation ? this.#toEdit(value) : this.#toRemoval(value);
    });
    await this.#values.change(staged);
  }

  /** Removes it if `changes` is empty. Returns false if it's no longer the given change. */
  async replace(staged: StagedChange, changes: readonly Change[]): Promise<boolean> {
    assertNoSecrets(changes);
    await this.#values.refresh();
    const now = this.#findSame(staged);
    if (!now) return false;
    const { file: _, ...kept } = now;
    const state = mayBeCreated(now) ? now.state : ({ type: 'pending' } as const);
    const value = { ...kept, at: this.#stamp(now), changes, state };
    const isGone = changes.length === 0 && !now.operation;
    await this.#values.change(isGone ? this.#toRemoval(now) : this.#toEdit(value));
    return true;
  }

  async markDrifted(staged: StagedChange, fields: readonly Path[]): Promise<void> {
    await this.#values.refresh();
    const now = this.#findSame(staged);
    if (now?.state.type !== 'pending') return;
    const key = driftPrefix + toStagedName(now);
    await this.#values.change([{ key, value: { at: now.at, fields } }]);
  }

  /** False if some are no longer as given; these remain. */
  async discard(staged: readonly StagedChange[]): Promise<boolean> {
    await this.#values.refresh();
    const same = staged.filter((each) => this.#findSame(each));
    await this.#values.change(same.flatMap((each) => this.#toRemoval(each)));
    return same.length === staged.length;
  }

  /** Records the results of applying changes; keeps edits made meanwhile. */
  async settle(applied: readonly SettledChange[]): Promise<void> {
    await this.#values.refresh();
    await this.#values.change(
      applied.flatMap((result): readonly SharedChange[] => {
        const { staged, state } = result;
        const isGone = !state && this.#findSame(staged) !== undefined;
        const key = toStagedKey(staged);
        return [this.#toResult(result), ...(isGone ? [this.#toRemovalOf(key)] : [])];
      }),
    );
  }

  /** The staged change, unless it was edited or discarded since. */
  #findSame(staged: StagedChange): StagedChange | undefined {
    const now = this.find(staged);
    return now?.at === staged.at ? now : undefined;
  }

  #read(name: string): StagedChange | undefined {
    const item = this.#parseItem(this.#values.get(itemPrefix + name));
    if (!item) return undefined;
    const result = this.#parseResult(this.#values.get(resultPrefix + name));
    return toPresent(item, result, this.#parseDrift(this.#values.get(driftPrefix + name)));
  }

  /** An edit builds on all earlier results. */
  #toEdit(staged: StagedChange): readonly SharedChange[] {
    const key = toStagedKey(staged);
    const others = this.#toRemoval(staged).filter((each) => each.key !== key);
    return [...others, { key, value: staged }];
  }

  #toRemoval(staged: StagedId): readonly SharedChange[] {
    return prefixes.map((prefix) => this.#toRemovalOf(prefix + toStagedName(staged)));
  }

  #toRemovalOf(key: string): SharedChange {
    return { key, value: undefined, seen: this.#values.get(key) };
  }

  #toResult(settled: SettledChange): SharedChange {
    const key = resultPrefix + toStagedName(settled.staged);
    const previous = this.#parseResult(this.#values.get(key));
    return { key, value: toResult(settled, previous, this.#clock.now()) };
  }

  #leftovers(): readonly SharedChange[] {
    const stampOf = (name: string): number | undefined =>
      this.#parseItem(this.#values.get(itemPrefix + name))?.at;
    const oldest = this.#clock.now() - resultMs;
    const isLeft = (prefix: string, name: string): boolean => {
      if (prefix === itemPrefix) return stampOf(name) !== undefined && !this.#read(name);
      const value = this.#values.get(prefix + name);
      const drift = this.#parseDrift(value);
      if (prefix === driftPrefix) return !drift || drift.at !== stampOf(name);
      const result = this.#parseResult(value);
      return !result || (stampOf(name) === undefined && result.settledAt < oldest);
    };
    return prefixes.flatMap((prefix) => {
      const left = this.#names(prefix).filter((name) => isLeft(prefix, name));
      return left.map((name) => this.#toRemovalOf(prefix + name));
    });
  }

  #names(prefix: string): readonly string[] {
    return this.#values.list(prefix).map(({ key }) => key.slice(prefix.length));
  }

  /** Differs from all earlier ones, so that no other edit is mistaken for the applied one. */
  #stamp(earlier?: StagedChange): number {
    this.#latest = Math.max(this.#clock.now(), this.#latest + 1, (earlier?.at ?? 0) + 1);
    return this.#latest;
  }
}

/** @throws DocumentError if a change has a secret, by its name or within a text. */
function assertNoSecrets(changes: readonly Change[]): void {
  const found = changes.filter(({ path, after }) => {
    const named = apply({}, [{ path, before: undefined, after }]);
    return hasSecret(after) || !isEqual(maskMembers(named), named);
  });
  if (found.length === 0) return;
  throw new DocumentError(found.map(({ path }) => ({ reason: 'secretKept', path })));
}

function parseOnce<T>(schema: z.ZodMiniType<T>, onParsed?: (parsed: T) => void) {
  const known = new WeakMap<object, T | undefined>();
  return (stored: unknown): T | undefined => {
    if (typeof stored !== 'object' || stored === null) return undefined;
    if (known.has(stored)) return known.get(stored);
    const { data } = schema.safeParse(stored);
    known.set(stored, data);
    if (data !== undefined) onParsed?.(data);
    return data;
  };
}

const storedLock = z.object({
  until: z.number(),
  keys: z.readonly(z.array(z.string())),
  /** True while its window still looks for others. */
  isClaim: z.optional(z.boolean()),
});

type StoredLock = Readonly<z.infer<typeof storedLock>>;

/** How long a window that doesn't renew its lock counts as open, in milliseconds. */
const lockMs = 60_000;

/** How often a window looks whether others have backed off, in milliseconds. */
const lookMs = 200;

/**
 * Each window claims the lock, then looks for others, so that of two at least one sees the other.
 * Of windows that claim it at once, the one with the first name waits until each other one backs
 * off, has the lock or, if it closed meanwhile, hasn't renewed its claim for too long.
 */
export class WindowLock {
  readonly #values: SharedValues;
  readonly #clock: Clock;
  readonly #prefix: string;
  readonly #own: string;
  #stopRenewing: (() => void) | undefined;
  #until = 0;

  /** @param prefix what the windows take turns for. */
  constructor(values: SharedValues, clock: Clock, prefix: string) {
    this.#values = values;
    this.#clock = clock;
    this.#prefix = prefix;
    this.#own = prefix + randomHex(8);
  }

  /** False if the window lost its lock while it was suspended. */
  get isHeld(): boolean {
    return this.#stopRenewing !== undefined && this.#isOn(this.#until);
  }

  isApplying(key: string): boolean {
    return this.#locks().some(({ until, keys }) => this.#isOn(until) && keys.includes(key));
  }

  /** Takes the lock to work on what has these keys; false if another window has it. */
  async acquire(keys: readonly string[]): Promise<boolean> {
    if (this.#stopRenewing) return false;
    this.#stopRenewing = () => undefined;
    let isTaken = false;
    try {
      await this.#values.refresh();
      isTaken = this.#others().length === 0 && (await this.#prevails(keys));
      // A window that waits for this one's claim sees that it's the lock now.
      if (isTaken) void this.#renew({ keys });
    } finally {
      if (!isTaken) await this.release();
    }
    return isTaken;
  }

  async #prevails(keys: readonly string[]): Promise<boolean> {
    await this.#store({ keys, isClaim: true });
    for (;;) {
      await this.#values.refresh();
      const others = this.#others();
      // The claim may have expired while the window was suspended.
      if (others.length === 0 || !this.isHeld) return this.isHeld;
      if (others.some(({ key, isClaim }) => !isClaim || key < this.#own)) return false;
      await sleep(this.#clock, lookMs);
    }
  }

  async release(): Promise<void> {
    this.#stopRenewing?.();
    this.#stopRenewing = undefined;
    if (this.#values.get(this.#own) !== undefined) {
      await this.#values.change([{ key: this.#own, value: undefined }]);
    }
  }

  /** The locks of windows that closed while applying changes, with the keys of those changes. */
  get lost(): readonly { readonly key: string; readonly keys: readonly string[] }[] {
    return this.#locks().filter(({ key, until }) => key !== this.#own && !this.#isOn(until));
  }

  async #store(lock: Omit<StoredLock, 'until'>): Promise<void> {
    const until = this.#clock.now() + lockMs;
    this.#stopRenewing?.();
    this.#stopRenewing = this.#clock.after(lockMs / 3, () => void this.#renew(lock));
    await this.#values.change([{ key: this.#own, value: { ...lock, until } }]);
    this.#until = until;
  }

  async #renew(lock: Omit<StoredLock, 'until'>): Promise<void> {
    // If it has ended, it may be another window's by now.
    if (!this.isHeld) return;
    // If it can't be stored, the lock expires for all windows.
    await this.#store(lock).catch(() => undefined);
  }

  #others(): readonly (StoredLock & { readonly key: string })[] {
    return this.#locks().filter(({ key, until }) => key !== this.#own && this.#isOn(until));
  }

  /** A lock that ends later than any can was stored before the clock was set back. */
  #isOn(until: number): boolean {
    const left = until - this.#clock.now();
    return left > 0 && left <= 2 * lockMs;
  }

  #locks(): readonly (StoredLock & { readonly key: string })[] {
    const all = this.#values.listOf(this.#prefix, storedLock);
    return all.map(({ key, value }) => ({ ...value, key }));
  }
}
