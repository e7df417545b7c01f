import * as z from 'zod/mini';
import { runOneAction, runStagedAction } from './applyChanges';
import { WindowLock } from './pendingChanges';
import { type StagedChange, toSides } from './stagedChange';
import type { ActionContext } from '../actions/action';
import { actions } from '../actions/actions';
import type { Clock } from '../api/scheduling/clock';
import { type Disposable, Emitter, type Event } from '../base/emitter';
import {
  type Change,
  diff,
  isEqual,
  isObject,
  type JsonObject,
  type JsonValue,
} from '../base/json';
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
import type { Resource, ResourceId } from '../resources/kinds/kind';
import { asResource, isServer, rulesBeside, toKey } from '../resources/reference';
import type { SharedValues } from '../resources/storage/sharedValues';
import { storedReference } from '../resources/storage/stored';
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
  rules: z.optional(z.object({ before: storedRules, deployed: storedRules })),
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
  /** True if some of its requests were done before one wasn't. */
  readonly isPartly: boolean;
  /** How many rules of others were deployed with the old ones. */
  readonly others: number;
}

interface Known {
  readonly pendingFirewalls: PendingFirewalls;
  readonly store: Pick<ResourceStore, 'peek' | 'read'>;
}

/** Kept across restarts and shared by all windows, so that any can do what a closed one can't. */
export class Reverts {
  readonly #values: SharedValues;
  readonly #clock: Clock;
  readonly #known: Known;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(values: SharedValues, clock: Clock, known: Known) {
    this.#values = values;
    this.#clock = clock;
    this.#known = known;
    values.onDidChange((keys) => {
      if ([...keys].some((key) => key.startsWith(prefix))) this.#changed.fire();
    });
  }

  get all(): readonly Revert[] {
    return this.#values.list(prefix).flatMap(({ key, value }) => {
      const { data } = storedRevert.safeParse(value);
      return data ? [{ ...data, key }] : [];
    });
  }

  async refresh(): Promise<readonly Revert[]> {
    await this.#values.refresh();
    return this.all;
  }

  /** Undefined if what the write replaces isn't known. */
  async wayBack(write: PlannedWrite): Promise<WayBack | undefined> {
    const effect = effectOf(write);
    const isDeployment = effect === 'deploysRules';
    if (!isDeployment && effect !== 'changesSettings') return undefined;
    const found = isDeployment ? this.#findRules(write) : await this.#findSettings(write);
    if (!found) return undefined;
    const reference = isDeployment ? serverOfWrite(write) : asResource(write.target);
    const key = `${prefix}${isDeployment ? 'rules' : 'settings'}/${toKey(reference)}`;
    return {
      button: isDeployment
        ? t('Deploy, Revert in 2 Minutes Unless Confirmed')
        : t('Continue, Revert in 2 Minutes Unless Confirmed'),
      line: found.line,
      begin: async () => {
        const earlier = this.all.find((each) => each.key === key);
        const until = this.#clock.now() + confirmMs;
        const start = { reference, until, isOverdue: false, tries: 0, failure: '' };
        await this.#change({ key, ...start, ...onTopOf(earlier, found) });
      },
      end: () => this.#values.change([{ key, value: undefined }]),
    };
  }

  #findRules({ target }: PlannedWrite): Restored | undefined {
    const listing = this.#known.store.peek(rulesBeside(target));
    if (!listing || !isWhole(listing)) return undefined;
    const { rules, at } = this.#known.pendingFirewalls.before(target, listing.items);
    return {
      line:
        at === undefined
          ? t("A revert restores the rules as last read, because what is in force isn't known.")
          : t('A revert restores the rules deployed from here, {0}.', formats.moment(at)),
      changes: [],
      rules: { before: toStored(rules), deployed: toStored(listing.items) },
    };
  }

  async #findSettings(write: PlannedWrite): Promise<Restored | undefined> {
    const { target, body } = write;
    const kind = isServer(target) ? sshPart.read.kind : target.kind;
    const settings = { ...serverOfWrite(write), kind };
    const { store } = this.#known;
    const read = (): Promise<Resource | undefined> => store.read(settings).catch(() => undefined);
    const before = settingsBefore(write) ?? (await read());
    if (!before || !isObject(body)) return undefined;
    const changes = Object.entries(body as JsonObject).map(([name, sent]): Change => ({
      path: isServer(target) ? [sshPart.read.member, name] : [name],
      before: sent,
      after: (before as Record<string, JsonValue | undefined>)[name],
    }));
    if (changes.some(({ after }) => after === undefined)) return undefined;
    return { line: t('A revert restores the settings as they are now.'), changes };
  }

  /** The person confirmed it, or it's over. */
  async end({ key }: Revert): Promise<void> {
    await this.#values.change([{ key, value: undefined }]);
  }

  async postpone(revert: Revert, more: Partial<Revert>): Promise<void> {
    const until = this.#clock.now() + noticeMs * 2 ** revert.tries;
    await this.#change({ ...revert, until, ...more });
  }

  async removeAccount(account: string): Promise<readonly Revert[]> {
    const gone = this.all.filter(({ reference }) => reference.account === account);
    await this.#values.change(gone.map(({ key }) => ({ key, value: undefined })));
    return gone;
  }

  #change({ key, ...value }: Revert): Promise<void> {
    return this.#values.change([{ key, value }]);
  }
}

type Restored = Pick<StoredRevert, 'changes' | 'rules'> & { readonly line: string };

/** A later change while one may still be reverted: both are, to what was before the first. */
function onTopOf(
  earlier: Revert | undefined,
  { changes, rules }: Restored,
): Pick<StoredRevert, 'changes' | 'rules'> {
  const isLater = ({ path }: Change): boolean =>
    changes.some((each) => String(path) === String(each.path));
  const afterOf = (change: Change): Change =>
    earlier?.changes.find(({ path }) => String(path) === String(change.path)) ?? change;
  return {
    changes: [
      ...(earlier?.changes ?? []).filter((change) => !isLater(change)),
      ...changes.map((change) => ({ ...change, after: afterOf(change).after })),
    ],
    rules: rules && { ...rules, before: earlier?.rules?.before ?? rules.before },
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

/** The person agreed to it with the change that it reverts. */
const guard: Guard = { ask: () => Promise.resolve('unasked') };

/** Plans against what is there now: what others changed since stays. Never throws. */
export function performRevert(context: RevertContext, revert: Revert): Promise<Reverted> {
  const { account } = revert.reference;
  return context.sessions.whileReverting(account, async () => {
    const settled: Settled<unknown>[] = [];
    const { steps, others } = await planSteps(context, revert).catch((error: unknown) => ({
      steps: [() => Promise.reject(error)],
      others: 0,
    }));
    await applyAll([untilFailure(steps, settled)], {
      apply: (step) => step(),
      accountOf: () => account,
      onSettled: (_step, each) => settled.push(each),
    });
    const last = settled.at(-1) ?? { outcome: 'done' };
    const isPartly = last.outcome !== 'done' && settled.length > 1;
    return { outcome: last.outcome, error: last.error, isPartly, others };
  });
}

type Step = () => Promise<unknown>;

/** Rules are only deployed once all of them are as before. */
function* untilFailure(steps: readonly Step[], settled: Settled<unknown>[]): Generator<Step> {
  for (const step of steps) {
    if (settled.some(({ outcome }) => outcome !== 'done')) return;
    yield step;
  }
}

async function planSteps(
  context: RevertContext,
  { reference, changes, rules }: Revert,
): Promise<{ readonly steps: readonly Step[]; readonly others: number }> {
  const reason = t('Reverted because it was not confirmed');
  if (!rules) {
    const change: Step = () =>
      context.documents.change(reference, (theirs) => toSides(changes, theirs), { guard, reason });
    return { steps: [change], others: 0 };
  }
  const { before, deployed } = rules;
  const target = rulesBeside(reference);
  const now = await createReader(context).list(target);
  if (!now) throw new Error(t("The firewall rules couldn't be read completely."));
  const missing = before.filter((rule) => !has(deployed, rule) && !has(now, rule));
  const isOwn = ({ id }: ListedRule): boolean => deployed.some((each) => each.id === id);
  const extra = now.filter((rule) => isOwn(rule) && !has(before, rule));
  const others = now.filter((rule) => !isOwn(rule) && !has(before, rule));
  const staged = (
    id: unknown,
    more: Pick<StagedChange, 'operation' | 'changes'>,
  ): StagedChange => ({
    reference: { ...reference, kind: 'firewallRule', ids: [...reference.ids, id as ResourceId] },
    origin: 'person',
    path: '',
    at: 0,
    state: { type: 'pending' },
    ...more,
  });
  const create = missing.map((rule): StagedChange => {
    const creation = creations['firewallRule'];
    const content = creation ? toDraftContent(creation, toFacts(rule) as JsonObject) : {};
    return staged('', { operation: 'create', changes: diff({}, content) });
  });
  const remove = extra.map(({ id }) => staged(id, { operation: 'delete', changes: [] }));
  const deploy = actions.find(({ effect }) => effect === 'firewallDeployed');
  const all = [...create, ...remove].map((each): Step => () => {
    return runStagedAction(context, each, { guard });
  });
  if (deploy) all.push(() => runOneAction(context, deploy, { target, values: {} }, { guard }));
  return { steps: all, others: others.length };
}

/** How a window shows the reverts that it owns. */
interface RevertPerson {
  /** Called again whenever its time changes. */
  ask(revert: Revert): void;
  end(revert: Revert, reverted: Reverted, isLast: boolean): void;
}

type Perform = (revert: Revert) => Promise<Reverted & { readonly text: string }>;

/** Runs the reverts: of several windows, the one that holds the lock. */
export class RevertTimers implements Disposable {
  readonly #reverts: Reverts;
  readonly #clock: Clock;
  readonly #lock: WindowLock;
  readonly #perform: Perform;
  readonly #person: RevertPerson;
  readonly #waits = new Map<string, { readonly until: number; readonly cancel: () => void }>();
  readonly #running = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  #stopLooking = (): void => undefined;
  #isDisposed = false;

  constructor(
    reverts: Reverts,
    { values, clock }: { readonly values: SharedValues; readonly clock: Clock },
    perform: Perform,
    person: RevertPerson,
  ) {
    this.#reverts = reverts;
    this.#clock = clock;
    this.#lock = new WindowLock(values, clock, 'reverting/');
    this.#perform = perform;
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
  async run(key: string): Promise<void> {
    this.#waits.get(key)?.cancel();
    this.#waits.delete(key);
    await this.#reverts.refresh();
    const revert = this.#reverts.all.find((each) => each.key === key);
    // After a pause of the machine, another window may have taken over.
    if (!revert || !this.#lock.isHeld || this.#running.has(key)) return this.follow();
    this.#running.add(key);
    const reverted = await this.#perform(revert);
    const { outcome, text: failure } = reverted;
    const tries = revert.tries + 1;
    this.#running.delete(key);
    const isOpen = this.#reverts.all.some((each) => each.key === key);
    const isOver = outcome === 'done' || outcome === 'conflict' || tries === mostTries;
    const isLast = isOver || !isOpen;
    if (isLast) await this.#reverts.end(revert);
    else await this.#reverts.postpone(revert, { tries, failure });
    this.#person.end(revert, reverted, isLast);
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
    await this.#lock.release();
  }

  async #follow(): Promise<void> {
    const { all } = this.#reverts;
    this.#stopLooking();
    if (this.#isDisposed) return;
    for (const [key, { cancel }] of this.#waits) {
      if (all.some((each) => each.key === key)) continue;
      cancel();
      this.#waits.delete(key);
    }
    if (!this.#lock.isHeld) {
      // It may have ended while the machine paused.
      await this.#lock.release();
      if (all.length === 0) return;
      if (!(await this.#lock.acquire([]))) {
        this.#stopLooking = this.#clock.after(lookMs, () => void this.follow());
        return;
      }
    } else if (all.length === 0 && this.#running.size === 0) await this.#lock.release();
    for (const revert of all) await this.#await(revert);
  }

  async #await(revert: Revert): Promise<void> {
    const { key, until } = revert;
    const known = this.#waits.get(key);
    if (known?.until === until || this.#running.has(key)) return;
    known?.cancel();
    const left = until - this.#clock.now();
    // It's announced first, so that the person can still stop it.
    if (left <= 0) return this.#reverts.postpone(revert, { isOverdue: true });
    // A clock that was set back doesn't prolong it by much.
    const wait = Math.min(left, noticeMs * 2 ** mostTries);
    this.#waits.set(key, { until, cancel: this.#clock.after(wait, () => void this.run(key)) });
    this.#person.ask(revert);
  }
}
