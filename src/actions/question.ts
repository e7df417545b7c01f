import type { Values, Confirmation } from '../base/questions';
import type { Action, ActionContext, ActionConfirmation, Prompts } from './action';
import type { ResourceStore } from '../resources/store/resourceStore';
import type { Sessions } from '../accounts/sessions';
import type { Place } from '../documents/writing/guard';
import { type Target, toKey, serverOf, type CollectionReference } from '../resources/reference';
import {
  countSet,
  describeTargets,
  findName,
  findSubjects,
  listResultingStates,
  nameRun,
  nameWorkInFull,
  type Naming,
  readTargets,
  type Subject,
  type SubjectAccount,
  type TargetFacts,
} from './subject';
import type { Approved, Asked } from './sendAction';
import type { Result } from './result';
import { isCancellation } from '../documents/describeError';
import { toPlain } from '../base/foreignText';
import { type JsonObject, isObject } from '../base/json';
import { findKind } from '../resources/kinds/kinds';
import { nameAnySchedule } from '../resources/cron/describeRuns';
import { shortenNames, t } from '../base/l10n';
import { isProduction } from '../accounts/account';
import { maskCredentials, maskedCredential } from '../documents/maskCredentials';
import { markOddities } from '../base/oddText';

const longestTyped = 60;

/** If the question can't be prepared, shows the error and offers to retry. */
export async function confirmAction(asked: Asked): Promise<Approved | 'cancelled' | 'failed'> {
  try {
    return (await askForApproval(asked)) ?? 'cancelled';
  } catch (error) {
    if (isCancellation(error)) return 'cancelled';
    if (error instanceof TooLongToReviewError) throw error;
    const { context, action, subjects } = asked;
    const targets = subjects.map(({ target }) => target);
    const name = await nameWorkInFull(context, action, targets);
    const results = targets
      .slice(0, 1)
      .map((target): Result => ({ target, name, state: { type: 'failed', error } }));
    const way = await context.prompts.askToRetry({ title: name, results });
    return way === 'again' ? confirmAction(asked) : 'failed';
  }
}

/**
 * Undefined if cancelled.
 * @throws ApiError if what to ask about can't be read, or the person cancelled reading.
 */
async function askForApproval(asked: Asked): Promise<Approved | undefined> {
  const { context, action, subjects, values } = asked;
  const { endpoint } = action;
  const body = endpoint.body ? values : undefined;
  const writes = subjects.map(({ target }) => ({ endpoint, target, body }));
  const isCareful = subjects.length > 1 || confirmationFor(action, values) !== undefined;
  const isDue = isCareful || needsQuestion(asked);
  const asking = isDue ? await prepareQuestion(asked) : undefined;
  if (isCareful && asking && !(await context.prompts.confirm(asking.question))) return undefined;
  // An action without a question of its own needs only one.
  const guard = await context.guard.ahead(writes, isCareful ? undefined : asking?.question);
  const { subjects: named, names } = asking ?? { subjects, names: nameRun(context, subjects) };
  return guard && { ...asked, guard, subjects: named, names };
}

interface Prepared extends TargetFacts {
  readonly question: Confirmation;
}

async function prepareQuestion(asked: Asked): Promise<Prepared> {
  const { context, action, subjects, values, passed, reads } = asked;
  const lines = describePassed(action, passed);
  const run = async (signal: AbortSignal): Promise<Prepared> => {
    const facts = await readTargets(context, reads.context, action, subjects, signal);
    const { subjects: named, place } = facts;
    const question = toQuestion(context, action, values, named, { passed: lines, place });
    const isRisky = action.changesAccess === true && lines.length > 0;
    return { ...facts, question: isRisky ? withTyping(question, named) : question };
  };
  return context.prompts.show({ title: t('Checking affected resources…'), run });
}

/** Requires typing: a caller chooses the moment, and a stray key must not answer the question. */
function withTyping(question: Confirmation, subjects: readonly Subject[]): Confirmation {
  const labels = accountsOf(subjects.filter(({ account }) => account.isProduction)).map(
    ({ label }) => label,
  );
  return labels.length > 0 ? { ...question, typed: question.typed ?? labels.join(', ') } : question;
}

function accountsOf(subjects: readonly Subject[]): SubjectAccount[] {
  const byId = new Map(subjects.map(({ target, account }) => [target.account, account]));
  return [...byId.values()];
}

export function confirmationFor(
  { confirmation }: Action,
  values: Values,
): ActionConfirmation | undefined {
  return confirmation && confirmation.when?.(values) !== false ? confirmation : undefined;
}

type PlaceContext = Naming & {
  readonly store: ResourceStore;
  readonly sessions: Pick<Sessions, 'account'>;
};

interface Lines {
  readonly passed?: readonly string[];
  readonly place?: readonly string[];
}

/** @param passed lines to show first, such as the values that a caller passed. */
export function toQuestion(
  context: Naming & Pick<ActionContext, 'titleOf'>,
  action: Action,
  values: Values,
  given: readonly Subject[],
  { passed = [], place = [] }: Lines = {},
): Confirmation {
  const { titleOf } = context;
  const confirmation = confirmationFor(action, values);
  // Sorted so that what a shortened list omits is in the less critical accounts.
  const subjects = given.toSorted((a, b) => rank(a) - rank(b));
  const [first, ...others] = subjects;
  const button = confirmation?.button() ?? titleOf(action.command);
  const targets = subjects.map(({ target }) => target);
  return {
    message:
      confirmation && first && others.length === 0
        ? confirmation.question(toPlain(first.name))
        : first && others.length === 0
          ? askAboutOne(button, first, values)
          : askAboutSeveral(context, action, button, targets),
    detail: [
      ...passed,
      ...(others.length === 0
        ? [first?.outlook ?? '']
        : [
            ...listSchedules(action, values),
            ...countSet(subjects),
            ...shortenNames(listResultingStates(subjects)),
          ]),
      confirmation?.detail?.(values) ?? '',
      ...shortenNames(place),
      describeAccounts(subjects),
    ]
      .filter(Boolean)
      .join('\n'),
    button,
    typed: confirmation ? findTyped(confirmation, subjects) : undefined,
  };
}

function listSchedules({ fields }: Action, values: Values): readonly string[] {
  return (fields?.() ?? []).flatMap((field) => {
    const time = field.type === 'schedule' ? values[field.name] : undefined;
    return typeof time === 'string' ? [`${field.prompt}: ${nameAnySchedule(time)}`] : [];
  });
}

function askAboutOne(button: string, { target, name }: Subject, values: Values): string {
  if (!('ids' in target)) {
    const own = nameNew(values);
    return own === undefined ? t('{0}?', button) : t('{0} "{1}"?', button, toPlain(own));
  }
  return findKind(target.kind).variable
    ? t('{0} "{1}"?', button, toPlain(name))
    : t('{0} for "{1}"?', button, toPlain(name));
}

/** In place of its kind where a title names it: `Disable 3 cron jobs?` for `Disable Cron Job`. */
function askAboutSeveral(
  context: Naming & Pick<ActionContext, 'titleOf'>,
  { command, kind, level, verb }: Action,
  button: string,
  targets: readonly Target[],
): string {
  const what = describeTargets(context, targets);
  if (verb === 'deleted') return t('Delete {0}?', what);
  const { names, variable } = findKind(kind);
  const [before = '', after] = context.titleOf(command).split(t(names.one));
  // Other words around it may be about a part of it, or about what becomes of it.
  const isObject = before === '' || (after === '' && /^\S+ $/.test(before));
  return level === 'resource' && variable && after !== undefined && isObject
    ? `${before}${what}${after}?`
    : t('{0} for {1}?', button, what);
}

function nameNew(content: JsonObject): string | undefined {
  return [content['name'], content['label'], content['username']].find(
    (each): each is string => typeof each === 'string' && each !== '',
  );
}

function rank({ account }: Subject): number {
  return account.isProduction ? 0 : 1;
}

function describeAccounts(subjects: readonly Subject[]): string {
  const labels = accountsOf(subjects).map(({ label, isProduction }) =>
    isProduction ? t('{0} (Production)', label) : label,
  );
  return labels.length > 1
    ? t('Accounts: {0}', labels.join(', '))
    : t('Account: {0}', labels.join(''));
}

/**
 * What to type if data will be lost: the name of the only target. For several targets, and for a
 * name that can't be typed as it looks, the labels of the production accounts, or of all accounts
 * if none is production.
 */
export function findTyped(
  { isDestructive }: ActionConfirmation,
  subjects: readonly Subject[],
): string | undefined {
  const isInProduction = subjects.some(({ account }) => account.isProduction);
  const isTyped = isDestructive === 'everywhere' || (isDestructive && isInProduction);
  return isTyped ? toTyped(subjects) : undefined;
}

function toTyped(subjects: readonly Subject[]): string {
  const accounts = accountsOf(subjects);
  const inProduction = accounts.filter(({ isProduction }) => isProduction);
  const [first, ...others] = subjects;
  if (first && others.length === 0 && isTypeable(first.name)) return first.name.trim();
  return (inProduction.length > 0 ? inProduction : accounts).map(({ label }) => label).join(', ');
}

/** The servers and accounts of targets, for a question about them. */
export async function describePlace(
  context: PlaceContext,
  targets: readonly Target[],
): Promise<Place> {
  const servers = await nameServers(context, targets);
  const subjects = await findSubjects(context, serversFor(targets));
  return {
    lines: [...servers, describeAccounts(subjects)],
    typed: toTyped(subjects),
  };
}

/** The names of the servers that targets are on, read if they aren't known. */
export async function nameServers(
  context: Omit<PlaceContext, 'sessions'>,
  targets: readonly Target[],
): Promise<readonly string[]> {
  const { store } = context;
  const names = serversFor(targets).flatMap(async (target) => {
    const server = serverOf(target);
    if (!server) return [];
    // What can't be read is named by its id.
    if (!store.find(server)) await store.read(server).catch(() => undefined);
    return [`${t(findKind(server.kind).names.one)}: ${toPlain(findName(context, server))}`];
  });
  return shortenNames((await Promise.all(names)).flat());
}

/** The servers that targets are or are on, each once; what isn't on any stands for itself. */
function serversFor(targets: readonly Target[]): readonly Target[] {
  const servers = targets.map((target) => serverOf(target) ?? target);
  return [...new Map(servers.map((target) => [toKey(target), target])).values()];
}

/** False if a name isn't what it looks like, so that a person can't type what they read. */
function isTypeable(text: string): boolean {
  const name = text.trim();
  return (
    name.length <= longestTyped &&
    toPlain(name) === name &&
    /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(name) &&
    !/\p{Default_Ignorable_Code_Point}| {2}/u.test(name)
  );
}

type Confirm = Pick<Prompts, 'confirm'>;
type Asking = PlaceContext & {
  readonly prompts: Confirm;
};

/** Asks whether to create something; only in production accounts. */
export async function askBeforeCreating(
  context: Asking,
  collection: CollectionReference,
  content: JsonObject,
): Promise<boolean> {
  const { prompts, sessions } = context;
  const account = await sessions.account(collection.account);
  if (!account || !isProduction(account)) return true;
  const name = nameNew(content);
  const one = t(findKind(collection.kind).names.one);
  return prompts.confirm({
    message: name ? t('Create {0} "{1}"?', one, toPlain(name)) : t('Create {0}?', one),
    detail: (await describePlace(context, [collection])).lines.join('\n'),
    button: t('Create'),
  });
}

export async function askBeforeRepeating(
  context: Asking,
  collection: CollectionReference,
): Promise<boolean> {
  const { prompts } = context;
  const one = t(findKind(collection.kind).names.one);
  const risk = t(
    "An earlier attempt got no answer, and it's unknown whether it succeeded. You may end up with two.",
  );
  return prompts.confirm({
    message: t('Create {0} again?', one),
    detail: [risk, ...(await describePlace(context, [collection])).lines].join('\n'),
    button: t('Create Again'),
  });
}

export function askBeforeDiscarding({ confirm }: Confirm): Promise<boolean> {
  return confirm({
    message: t('Discard this draft?'),
    detail: '',
    button: t('Discard'),
  });
}

/** A command can't be carried out as it was called. The message is for the person. */
export class UnsuitableError extends Error {
  override readonly name: string = 'UnsuitableError';
}

/** The passed values are too long to show in full, so no one can confirm them. */
class TooLongToReviewError extends UnsuitableError {
  override readonly name = 'TooLongToReviewError';
}

/** Most characters of passed values to show in a question; more can't be judged at a glance. */
const longestPassed = 2_000;

/** Anyone can run a command: only answers to our own questions count as the person's intent. */
function needsQuestion({ action, subjects, passed, isAsked }: Asked): boolean {
  const { changesAccess = false, interrupts = false } = action;
  const isPersons = isAsked && Object.keys(passed).length === 0;
  if (changesAccess && !isPersons) return true;
  if (isPersons && !interrupts && !changesAccess) return false;
  return subjects.some(({ account }) => account.isProduction);
}

/** One line per value, credentials masked. @throws TooLongToReviewError if there are too many. */
function describePassed(action: Action, passed: Values): string[] {
  const secrets = (action.fields?.() ?? []).flatMap((field) =>
    field.type === 'secret' ? [field.name] : [],
  );
  const lines = Object.entries(maskCredentials(passed) as Values).map(([name, value]) => {
    const shown = secrets.includes(name) ? maskedCredential : value;
    return `${JSON.stringify(name)}: ${JSON.stringify(shown)}`;
  });
  if (lines.length === 0) return [];
  if (lines.join('\n').length > longestPassed) {
    throw new TooLongToReviewError(
      t('Another extension or a key binding passed values that are too long to review.'),
    );
  }
  return [
    t('Another extension or a key binding passed these values:'),
    ...lines.map((line) => markOddities(line)),
  ];
}

/** So that the caller can't change what was shown. @throws TypeError if it isn't JSON. */
export function copyValues(values: unknown): Values {
  const copy: unknown = JSON.parse(JSON.stringify(values) ?? '{}');
  return isObject(copy) ? (copy as Values) : {};
}
