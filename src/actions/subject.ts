import type { Action, ActionContext } from './action';
import {
  asResource,
  collectionOf,
  parentOf,
  type ResourceReference,
  type Target,
  toKey,
} from '../resources/reference';
import { createReader } from '../documents/writing/findLive';
import { describeDeployment, listChanges } from '../resources/lockOut/whoGetsIn';
import { isProduction } from '../accounts/account';
import type { Sessions } from '../accounts/sessions';
import { ApiError } from '../api/errors';
import type { Resource } from '../resources/kinds/kind';
import { findKind } from '../resources/kinds/kinds';
import { presentIn, type ResourceNames } from '../resources/names/resourceNames';
import type { ResourceClient } from '../resources/resourceClient';
import type { ResourceStore } from '../resources/store/resourceStore';
import { foreign, type ForeignText, toPlain, toRaw } from '../base/foreignText';
import { formats, t } from '../base/l10n';
import type { JsonObject } from '../base/json';

export interface SubjectAccount {
  readonly label: string;
  /** In production, a click alone must not cause data loss. */
  readonly isProduction: boolean;
}

export interface Subject {
  readonly target: Target;
  /** The name the service gave it; not to be trusted. */
  readonly name: string;
  readonly account: SubjectAccount;
  /** Its resulting state, if that differs between targets. */
  readonly outlook?: string;
  readonly isSet?: boolean;
}

/** Ancestors, outermost first: `Server: shop-frankfurt`. @throws ApiError if one can't be read. */
async function readLocation(
  ...[context, target, signal]: Parameters<typeof readName>
): Promise<string[]> {
  const parent = parentOf(target);
  if (!parent) return [];
  const kind = t(findKind(parent.kind).names.one);
  const name = await readName(context, parent, signal);
  return [...(await readLocation(context, parent, signal)), `${kind}: ${toPlain(name)}`];
}

/** The only name with its server, or a count; the account of one if there are several. */
export async function describeScope(
  context: Naming & Pick<ActionContext, 'sessions'>,
  targets: readonly Target[],
): Promise<string> {
  return (await listScope(context, targets)).join(' · ');
}

async function listScope(
  context: Naming & Pick<ActionContext, 'sessions'>,
  targets: readonly Target[],
): Promise<readonly string[]> {
  const [target, ...others] = targets;
  if (!target || others.length > 0) return [describeTargets(context, targets)];
  const named = 'ids' in target ? toNamed(target) : parentOf(target);
  let top = named;
  for (let above = top && parentOf(top); above; above = parentOf(above)) top = above;
  const path = [named, top].flatMap((each) => (each ? toPlain(findName(context, each)) : []));
  const accounts = await context.sessions.accounts();
  const found = accounts.length > 1 && accounts.find(({ id }) => id === target.account);
  return [...new Set(path), ...(found ? [toPlain(found.label)] : [])];
}

/** The title of an action's progress, with the name of its only target even if it has none of its own. */
export async function nameWorkInFull(
  context: Naming & Pick<ActionContext, 'sessions'>,
  action: Pick<Action, 'progressTitle'>,
  targets: readonly Target[],
): Promise<string> {
  const title = action.progressTitle(describeTargets(context, targets));
  const [scope = ''] = targets.length === 1 ? await listScope(context, targets) : [];
  return title.includes(scope) ? title : t('{0} for "{1}"', title, scope);
}

export function findSubjects(
  context: Naming & { readonly sessions: Pick<Sessions, 'account'> },
  targets: readonly Target[],
): Promise<Subject[]> {
  return Promise.all(
    targets.map(async (target) => {
      const account = await context.sessions.account(target.account);
      return {
        target,
        name: findName(context, target),
        account: {
          label: toPlain(account?.label ?? target.account),
          isProduction: account !== undefined && isProduction(account),
        },
      };
    }),
  );
}

/** Collections are distinguished by their parents. @throws ApiError if one can't be read. */
export function readSubjects(
  context: NameContext,
  subjects: readonly Subject[],
  signal: AbortSignal,
): Promise<Subject[]> {
  return Promise.all(
    subjects.map(async (subject) => {
      const { target, account } = subject;
      const named = subjects.length === 1 || 'ids' in target ? target : parentOf(target);
      return { ...subject, name: named ? await readName(context, named, signal) : account.label };
    }),
  );
}

/** What a question says about targets. */
export interface TargetFacts {
  readonly subjects: readonly Subject[];
  readonly names: RunNames;
  /** What they are in, outermost first. */
  readonly place: readonly string[];
}

/** @param naming reads each name once. @throws ApiError if something can't be read. */
export async function readTargets(
  context: ActionContext,
  naming: NameContext,
  action: Action,
  known: readonly Subject[],
  signal: AbortSignal,
): Promise<TargetFacts> {
  const named = await readSubjects(naming, known, signal);
  const subjects = await readOutlooks(context, action, named, signal);
  const locations = await Promise.all(
    known.map(({ target }) => readLocation(naming, target, signal)),
  );
  return { subjects, names: nameRun(context, subjects), place: [...new Set(locations.flat())] };
}

/** Reads the current state of each; known data may be outdated. */
function readOutlooks(
  context: ActionContext,
  { sets, effect }: Action,
  subjects: readonly Subject[],
  signal: AbortSignal,
): Promise<readonly Subject[]> {
  return Promise.all(
    subjects.map(async (subject) => {
      if (effect === 'firewallDeployed') {
        return { ...subject, outlook: await readDeployment(context, subject, subjects, signal) };
      }
      if (!sets) return subject;
      const reference = asResource(subject.target);
      const now = await context.client.read(reference, { signal });
      return { ...subject, ...describeOutlook(reference, now, sets) };
    }),
  );
}

/** Who gets in once the rules of a server are deployed; in one line if there are several servers. */
async function readDeployment(
  context: ActionContext,
  { target }: Subject,
  { length }: readonly Subject[],
  signal: AbortSignal,
): Promise<string> {
  const { pendingFirewalls, guard } = context;
  const reading = createReader(context).list(collectionOf(target), { signal });
  const rules = await reading.catch(() => undefined);
  const now = pendingFirewalls.inForce(target, rules);
  const sshPort = guard.sshPortOf(target);
  if (length === 1) return describeDeployment(now, rules, sshPort);
  const [title = '', ...changes] = listChanges(now, rules, sshPort);
  return `${title} ${changes.join('; ')}`;
}

/** What becomes of a resource's state if some members are set: `off → on`. */
export function describeOutlook(
  reference: ResourceReference,
  now: Resource,
  sets: JsonObject,
): Pick<Subject, 'outlook' | 'isSet'> {
  const stateIn = (resource: Resource): string =>
    toPlain(presentIn(reference, resource).state ?? t('unknown'));
  const after = stateIn({ ...now, ...sets });
  const isSet = Object.entries(sets).every(([name, value]) => now[name] === value);
  return isSet
    ? { outlook: t('stays {0}', after), isSet }
    : { outlook: `${stateIn(now)} → ${after}` };
}

export function listNames(subjects: readonly Subject[]): string[] {
  const hasSeveral = new Set(subjects.map(({ target }) => target.account)).size > 1;
  return subjects.map(({ name, account }) =>
    hasSeveral ? `${toPlain(name)} (${account.label})` : toPlain(name),
  );
}

export function listResultingStates(subjects: readonly Subject[]): string[] {
  const names = listNames(subjects);
  return subjects.map(({ outlook }, index) =>
    outlook === undefined ? `${names[index]}` : `${names[index]}: ${outlook}`,
  );
}

/** The quoted name of one, or a count with the kind. */
export function describeTargets(context: Naming, targets: readonly Target[]): string {
  const [first, ...others] = targets;
  if (!first) return '';
  const { names, parent, variable } = findKind(first.kind);
  if (others.length === 0) return t('"{0}"', findOwnName(context, first));
  // Collections and only resources: one for each parent.
  const isOwn = 'ids' in first && variable !== undefined;
  const many = isOwn ? t(names.many) : parent ? t(findKind(parent).names.many) : t('Accounts');
  return t('{0} {1}', formats.number(targets.length), formats.inSentence(many));
}

export interface Naming {
  readonly store: Pick<ResourceStore, 'find'>;
  /** Includes names that the person gave to resources the service doesn't name. */
  readonly names?: Pick<ResourceNames, 'nameOf'>;
}

export function countSet(subjects: readonly Subject[]): readonly string[] {
  const count = subjects.filter(({ isSet }) => isSet).length;
  return count > 0 && subjects.length > 1 ? [t('Already set: {0}.', formats.number(count))] : [];
}

/** How a run calls its targets, together and each, whatever becomes of them: from their first known name on. */
export interface RunNames {
  readonly naming: Naming;
  readonly each: readonly Pick<Subject, 'target' | 'name'>[];
  /** How many of several are set already, if any are. */
  readonly notes: readonly string[];
}

export function nameRun(context: Naming, subjects: readonly Subject[]): RunNames {
  const targets = subjects.map(({ target }) => target);
  const naming = rememberNames(context, targets);
  const names = listNames(subjects);
  return {
    naming,
    each: targets.map((target, index) => ({ target, name: names[index] ?? '' })),
    notes: countSet(subjects),
  };
}

/** Names as they are known now, for resources that may be gone later; others may become known. */
export function rememberNames(context: Naming, targets: readonly Target[]): Naming {
  const known = new Map(
    targets.map(toNamed).flatMap((each) => {
      const name = findName(context, each);
      const unknown = findName({ store: { find: () => undefined } }, each);
      return name === unknown ? [] : [[toKey(each), name] as const];
    }),
  );
  const nameOf = (reference: ResourceReference): ForeignText =>
    foreign(known.get(toKey(reference)) ?? findName(context, reference));
  return { store: context.store, names: { nameOf } };
}

type NameContext = Naming & {
  readonly store: ResourceStore;
  readonly client: Pick<ResourceClient, 'read'>;
};

/** Its parent's name for an only child; kind and id if it can't be read. @throws ApiError. */
export async function readName(
  context: NameContext,
  target: Target,
  signal?: AbortSignal,
): Promise<string> {
  const { client, store } = context;
  const kind = findKind(target.kind);
  if (!('ids' in target)) return t(kind.names.many);
  const one = t(kind.names.one);
  if (!kind.variable) {
    const parent = parentOf(target);
    return parent ? readName(context, parent, signal) : one;
  }
  if (!kind.operations.read) return findName(context, target);
  const known = store.find(target);
  const resource = known ?? (await readOffered(client, target, signal));
  // A resource is called the same in the question, the progress and the result.
  if (resource && !known) store.replace(target, resource);
  return context.names || !resource
    ? findName(context, target)
    : toRaw(presentIn(target, resource).label);
}

async function readOffered(
  client: NameContext['client'],
  target: ResourceReference,
  signal: AbortSignal | undefined,
): Promise<Resource | undefined> {
  try {
    return await client.read(target, { signal });
  } catch (error) {
    // After a 404 the resource is most likely gone, even though reading it isn't documented.
    if (error instanceof ApiError && error.reason === 'unsupported' && error.status !== 404) {
      return undefined;
    }
    throw error;
  }
}

/** A target's name if known, without asking the service; otherwise its kind and id. */
export function findName(context: Naming, target: Target): string {
  const { store, names } = context;
  if (!('ids' in target)) return t(findKind(target.kind).names.many);
  return toRaw(names?.nameOf(target) ?? presentIn(target, store.find(target)).label);
}

function toNamed(target: Target): Target {
  const isNamed = !('ids' in target) || findKind(target.kind).variable !== undefined;
  return isNamed ? target : (parentOf(target) ?? target);
}

export function findOwnName(context: Naming, target: Target): string {
  return toPlain(findName(context, toNamed(target)));
}
