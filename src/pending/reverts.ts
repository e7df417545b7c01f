import * as z from 'zod/mini';
import { runOneAction } from './applyChanges';
import { WindowLock } from './pendingChanges';
import { toSides } from './stagedChange';
import type { ActionContext } from '../actions/action';
import { actions } from '../actions/actions';
import type { ActionCommand } from '../actions/commands';
import type { Clock } from '../api/scheduling/clock';
import { type Disposable, Emitter, type Event } from '../base/emitter';
import { type Change, isEqual, isObject, type JsonObject, type JsonValue } from '../base/json';
import { formats, t } from '../base/l10n';
import { creations } from '../documents/creations/creations';
import { toDraftContent } from '../documents/creations/creation';
import type { Documents } from '../documents/documents';
import { storedChanges } from '../documents/history/changeLog';
import { createReader } from '../documents/writing/findLive';
import { type Guard, type WayBack } from '../documents/writing/guard';
import { applyAll, type Settled } from '../documents/writing/performWrite';
import { sshPart } from '../resources/kinds/sshSettings';
import {
  effectOf,
  type PlannedWrite,
  serverOfWrite,
  settingsBefore,
} from '../resources/lockOut/findLockOuts';
import type { ListedRule } from '../resources/lockOut/firewall';
import { type PendingFirewalls, storedRules, toFacts } from '../resources/pendingFirewalls';
import type { Resource } from '../resources/kinds/kind';
import {
  asResource,
  isServer,
  itemOf,
  type ResourceReference,
  rulesBeside,
  type Target,
  toKey,
} from '../resources/reference';
import type { SharedValues } from '../resources/storage/sharedValues';
import { storedId, storedReference } from '../resources/storage/stored';
import { isWhole } from '../resources/store/listing';
import type { ResourceStore } from '../resources/store/resourceStore';

const prefix = 'revert/';

/** How long the person has to confirm, in milliseconds. */
const confirmMs = 120_000;

/** How long an overdue revert waits, so that it can be stopped, and the first repetition. */
const noticeMs = 30_000;

const mostTries = 6;

/** How soon to look whether the window that owns the reverts is closed, in milliseconds. */
const lookMs = 5_000;

const storedRevert = z.object({
  /** The document of settings, or the server of firewall rules. */
  reference: storedReference,
  until: z.number(),
  /** From the settings that were sent to those before. */
  changes: storedChanges,
  rules: z.optional(
    z.object({
      before: storedRules,
      deployed: storedRules,
      /** Those of the deployed rules that were created from here, if that is known. */
      ownIds: z.optional(z.array(storedId)),
    }),
  ),
  /** True if no window was open when the time was over. */
  isOverdue: z.boolean(),
  /** The tries that failed, and why the last one did. */
  tries: z.number(),
  failure: z.string(),
});

type StoredRevert = Readonly<z.infer<typeof storedRevert>>;

/** What is restored unless the person confirms in time that they still get in. */
export interface Revert extends StoredRevert {
  readonly key: string;
}

/** What became of a try. */
export interface Reverted {
  readonly outcome: Settled<unknown>['outcome'];
  readonly error?: unknown;
  /** True if some of it was done, in this try or an earlier one. */
  readonly isPartly: boolean;
  /** How many rules that were created or deleted since were deployed with the old ones. */
  readonly others: number;
}

/** Kept across restarts and shared by all windows, so that any can do what a closed one can't. */
export class Reverts {
  readonly clock: Clock;
  /** Held by the window that runs them. */
  readonly lock: WindowLock;
  readonly #values: SharedValues;
  readonly #pendingFirewalls: PendingFirewalls;
  readonly #store: Pick<ResourceStore, 'peek' | 'read'>;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(
    values: SharedValues,
    clock: Clock,
    pendingFirewalls: PendingFirewalls,
    store: Pick<ResourceStore, 'peek' | 'read'>,
  ) {
    this.clock = clock;
    this.lock = new WindowLock(values, clock, 'reverting/');
    this.#values = values;
    this.#pendingFirewalls = pendingFirewalls;
    this.#store = store;
    values.follow([prefix], () => this.#changed.fire());
  }

  get all(): readonly Revert[] {
    return this.#values.listOf(prefix, storedRevert).map(({ key, value }) => ({ ...value, key }));
  }

  /** Undefined once it's over, or the person keeps the change. */
  find(key: string): Revert | undefined {
    return this.all.find((each) => each.key === key);
  }

  refresh(): Promise<void> {
    return this.#values.refresh();
  }

  /** Undefined if what the write replaces isn't known. */
  async wayBack(write: PlannedWrite): Promise<WayBack | undefined> {
    const found = await this.#findRestored(write);
    if (!found) return undefined;
    const { reference, button, line, ...restored } = found;
    const key = `${prefix}${restored.rules ? 'rules' : 'settings'}/${toKey(reference)}`;
    let earlier: Revert | undefined;
    return {
      button,
      line,
      begin: async () => {
        earlier = this.find(key);
        const until = this.clock.now() + confirmMs;
        const start = { reference, until, isOverdue: false, tries: 0, failure: '' };
        await this.#change(key, { ...start, ...onTopOf(earlier, restored) });
      },
      end: () => this.#change(key, this.find(key) && earlier),
    };
  }

  #findRestored(write: PlannedWrite): Found | undefined | Promise<Found | undefined> {
    const effect = effectOf(write);
    if (effect === 'deploysRules') return this.#findRules(write);
    return effect === 'changesSettings' ? this.#findSettings(write) : undefined;
  }

  #findRules(write: PlannedWrite): Found | undefined {
    const { target } = write;
    const listing = this.#store.peek(rulesBeside(target));
    if (!listing || !isWhole(listing)) return undefined;
    const { rules, at } = this.#pendingFirewalls.before(target, listing.items);
    return {
      reference: serverOfWrite(write),
      button: t('Deploy, Revert in 2 Minutes Unless Confirmed'),
      line:
        at === undefined
          ? t("A revert restores the rules as last read, because what is in force isn't known.")
          : t('A revert restores the rules deployed from here, {0}.', formats.moment(at)),
      changes: [],
      rules: {
        before: toStored(rules),
        deployed: toStored(listing.items),
        ownIds: this.#pendingFirewalls.createdIn(target)?.slice(),
      },
    };
  }

  async #findSettings(write: PlannedWrite): Promise<Found | undefined> {
    const { target, body } = write;
    const kind = isServer(target) ? sshPart.read.kind : target.kind;
    const settings = { ...serverOfWrite(write), kind };
    const read = (): Promise<Resource | undefined> =>
      this.#store.read(settings).catch(() => undefined);
    const before = settingsBefore(write) ?? (await read());
    if (!before || !isObject(body)) return undefined;
    const changes = Object.entries(body as JsonObject).map(([name, sent]): Change => ({
      path: isServer(target) ? [sshPart.read.member, name] : [name],
      before: sent,
      after: (before as Record<string, JsonValue | undefined>)[name],
    }));
    if (changes.some(({ after }) => after === undefined)) return undefined;
    return {
      reference: asResource(target),
      button: t('Continue, Revert in 2 Minutes Unless Confirmed'),
      line: t('A revert restores the settings as they are now.'),
      changes,
    };
  }

  /** The person confirmed it, or it's over. */
  end({ key }: Revert): Promise<void> {
    return this.#change(key, undefined);
  }

  /** The person wants it now: the window that runs it does. */
  async hasten(revert: Revert): Promise<void> {
    await this.refresh();
    if (this.find(revert.key))
      await this.#change(revert.key, { ...revert, until: this.clock.now() });
  }

  postpone(revert: Revert, more: Partial<Revert>): Promise<void> {
    const until = this.clock.now() + noticeMs * 2 ** revert.tries;
    return this.#change(revert.key, { ...revert, until, ...more });
  }

  async removeAccount(account: string): Promise<readonly Revert[]> {
    const gone = this.all.filter(({ reference }) => reference.account === account);
    await this.#values.change(gone.map(({ key }) => ({ key, value: undefined })));
    return gone;
  }

  #change(key: string, value: StoredRevert | undefined): Promise<void> {
    return this.#values.change([{ key, value }]);
  }
}

type Restored = Pick<StoredRevert, 'changes' | 'rules'>;

type Found = Restored &
  Pick<StoredRevert, 'reference'> & { readonly button: string; readonly line: string };

/** A later change while one may still be reverted: both are, to what was before the first. */
function onTopOf(earlier: Revert | undefined, { changes, rules }: Restored): Restored {
  const isLater = ({ path }: Change): boolean =>
    changes.some((each) => String(path) === String(each.path));
  const afterOf = (change: Change): Change =>
    earlier?.changes.find(({ path }) => String(path) === String(change.path)) ?? change;
  return {
    changes: [
      ...(earlier?.changes ?? []).filter((change) => !isLater(change)),
      ...changes.map((change) => ({ ...change, after: afterOf(change).after })),
    ],
    rules: rules && {
      ...rules,
      before: earlier?.rules?.before ?? rules.before,
      ownIds: earlier?.rules
        ? rules.ownIds && earlier.rules.ownIds?.concat(rules.ownIds)
        : rules.ownIds,
    },
  };
}

function toStored(rules: readonly ListedRule[]): z.infer<typeof storedRules> {
  return storedRules.parse(rules.map(toFacts));
}

/** Compares what rules do: one that is created again has another id. */
function has(rules: readonly ListedRule[], rule: ListedRule): boolean {
  const withoutId = (each: ListedRule): unknown => ({ ...toFacts(each), id: 0 });
  return rules.some((each) => isEqual(withoutId(each) as never, withoutId(rule) as never));
}

export type RevertContext = Omit<ActionContext, 'documents'> & {
  readonly documents: Pick<Documents, 'change' | 'refresh'>;
};

/** The person agreed to these requests with the change that they revert. */
function agreedTo(permits: (write: PlannedWrite) => boolean): Guard {
  return { ask: () => Promise.resolve('unasked'), permits };
}

/** Plans against what is there now: what others changed since stays. Never throws. */
export async function performRevert(context: RevertContext, revert: Revert): Promise<Reverted> {
  const { reference, changes, rules } = revert;
  const reason = t('Reverted because it was not confirmed');
  const progress = { steps: 0, others: 0 };
  let settled: Settled<unknown> = { outcome: 'notSent' };
  await applyAll([[revert]], {
    apply: async () => {
      if (rules) return restoreRules(context, reference, rules, progress);
      const sides = (theirs: JsonObject): ReturnType<typeof toSides> => toSides(changes, theirs);
      const guard = agreedTo((write) => effectOf(write) === 'changesSettings');
      await context.documents.change(reference, sides, { guard, reason });
    },
    accountOf: () => reference.account,
    onSettled: (_revert, each) => (settled = each),
  });
  const { outcome, error } = settled;
  const isPartly = outcome !== 'done' && progress.steps > 0;
  return { outcome, error, isPartly, others: progress.others };
}

/** Rules are only deployed once all of them are as before. */
async function restoreRules(
  context: RevertContext,
  server: ResourceReference,
  { before, deployed, ownIds }: NonNullable<StoredRevert['rules']>,
  progress: { steps: number; others: number },
): Promise<void> {
  const target = rulesBeside(server);
  const now = await createReader(context).list(target);
  if (!now) throw new Error(t("The firewall rules couldn't be read completely."));
  const deleted = before.filter((rule) => !has(deployed, rule));
  const missing = deleted.filter((rule) => !has(now, rule));
  const ids: readonly unknown[] = ownIds ?? deployed.map(({ id }) => id);
  const isOwn = ({ id }: ListedRule): boolean => ids.includes(id);
  const created = deployed.filter((rule) => isOwn(rule) && !has(before, rule));
  const own = now.filter((rule) => isOwn(rule) && !has(before, rule));
  // Earlier tries may have got this far.
  progress.steps = deleted.length - missing.length + created.length - own.length;
  const run = async (command: ActionCommand, on: Target, values: JsonObject): Promise<void> => {
    const action = actions.find((each) => each.command === command && each.kind === target.kind);
    if (!action) throw new TypeError(`There is no ${command}.`);
    const guard = agreedTo((write) => write.endpoint === action.endpoint && write.target === on);
    await runOneAction(context, action, { target: on, values }, { guard });
    progress.steps += 1;
  };
  const creation = creations[target.kind];
  for (const rule of missing) {
    const values = creation ? toDraftContent(creation, toFacts(rule) as JsonObject) : {};
    await run('serverManagement.createFirewallRule', target, values);
  }
  for (const rule of own) {
    await run('serverManagement.delete', itemOf(target, rule), {});
  }
  await run('serverManagement.deployFirewallRules', target, {});
  const after = context.store.peek(target);
  const isKnown = after && isWhole(after);
  const inForce = isKnown
    ? after.items
    : [...now.filter((each) => !own.includes(each)), ...missing];
  progress.others = [
    ...inForce.filter((rule) => !has(before, rule)),
    ...before.filter((rule) => !has(inForce, rule)),
  ].length;
}

function isSameRevert(one: Restored, other: Restored): boolean {
  const contentOf = ({ changes, rules }: Restored): string => JSON.stringify([changes, rules]);
  return contentOf(one) === contentOf(other);
}

/** How a window performs and shows the reverts that it owns. */
interface RevertPerson {
  perform(revert: Revert): Promise<Reverted & { readonly text: string }>;
  /** Called again whenever its time changes. */
  ask(revert: Revert): void;
  /** Called when it's over, done or not. */
  end(revert: Revert, reverted: Reverted): void;
}

/** Runs the reverts: of several windows, the one that holds the lock. */
export class RevertTimers implements Disposable {
  readonly #reverts: Reverts;
  readonly #person: RevertPerson;
  readonly #waits = new Map<string, { readonly until: number; readonly cancel: () => void }>();
  readonly #running = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  #stopLooking = (): void => undefined;
  #isDisposed = false;

  constructor(reverts: Reverts, person: RevertPerson) {
    this.#reverts = reverts;
    this.#person = person;
    reverts.onDidChange(() => void this.follow());
  }

  /** Takes over what is stored, unless another window has. */
  follow(): Promise<void> {
    const done = this.#turn.then(() => this.#follow());
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Does it now, unless it was confirmed in another window. */
  async #run(key: string): Promise<void> {
    this.#waits.get(key)?.cancel();
    this.#waits.delete(key);
    await this.#reverts.refresh();
    const revert = this.#reverts.find(key);
    // After a pause of the machine, another window may have taken over.
    if (!revert || !this.#reverts.lock.isHeld || this.#running.has(key)) return this.follow();
    this.#running.add(key);
    const reverted = await this.#person.perform(revert);
    const { outcome, text: failure } = reverted;
    const tries = revert.tries + 1;
    await this.#reverts.refresh();
    const left = this.#reverts.find(key);
    // A later change, with a time of its own, is still to be confirmed.
    const isLater = left !== undefined && !isSameRevert(left, revert);
    const isOver = outcome === 'done' || outcome === 'conflict' || tries === mostTries;
    if (left && !isLater && !isOver) await this.#reverts.postpone(revert, { tries, failure });
    else {
      if (!isLater) await this.#reverts.end(revert);
      this.#person.end(revert, reverted);
    }
    this.#running.delete(key);
    return this.follow();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopLooking();
    for (const { cancel } of this.#waits.values()) cancel();
  }

  /** Lets another window take over. */
  async stop(): Promise<void> {
    this.dispose();
    await this.#reverts.lock.release();
  }

  async #follow(): Promise<void> {
    const { lock } = this.#reverts;
    this.#stopLooking();
    if (this.#isDisposed) return;
    for (const [key, { cancel }] of this.#waits) {
      // Another window may have had them since.
      if (lock.isHeld && this.#reverts.find(key)) continue;
      cancel();
      this.#waits.delete(key);
    }
    if (!lock.isHeld) {
      // It may have ended while the machine paused.
      await lock.release();
      if (this.#reverts.all.length === 0) return;
      if (!(await lock.acquire([]))) {
        this.#stopLooking = this.#reverts.clock.after(lookMs, () => void this.follow());
        return;
      }
    }
    // Another window may have ended them before it let go of the lock.
    if (this.#reverts.all.length + this.#running.size === 0) await lock.release();
    for (const revert of this.#reverts.all) await this.#await(revert);
  }

  async #await(revert: Revert): Promise<void> {
    const { key, until } = revert;
    const known = this.#waits.get(key);
    if (known?.until === until || this.#running.has(key)) return;
    known?.cancel();
    const left = until - this.#reverts.clock.now();
    // It was announced, and the person wants it now.
    if (left <= 0 && known) return void this.#run(key);
    // It's announced first, so that the person can still stop it.
    if (left <= 0) return this.#reverts.postpone(revert, { isOverdue: true });
    // A clock that was set back doesn't prolong it by much.
    const wait = Math.min(left, noticeMs * 2 ** mostTries);
    this.#waits.set(key, {
      until,
      cancel: this.#reverts.clock.after(wait, () => void this.#run(key)),
    });
    this.#person.ask(revert);
  }
}
