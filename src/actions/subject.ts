import type { Action, ActionContext } from './action';
import { parentOf, type Target } from '../resources/reference';
import { findName, findOwnName, type NameContext, type Naming, readName, toNamed } from './target';
import type { Sessions } from '../accounts/sessions';
import type { Values } from '../documents/creations/field';
import { findKind } from '../resources/kinds/kinds';
import { toPlain } from '../base/foreignText';
import { formats, t } from '../base/l10n';

interface SubjectAccount {
  readonly label: string;
  /** In production, a click alone must not cause data loss. */
  readonly isProduction: boolean;
}

/** A target, as shown in a question. */
export interface Subject {
  readonly target: Target;
  /** The name the service gave it; not to be trusted. */
  readonly name: string;
  readonly account: SubjectAccount;
  /** Its resulting state, if that differs between targets. */
  readonly outlook?: string;
}

/**
 * A target's ancestors, outermost first: `Server: shop-frankfurt`.
 * @throws ApiError if one can't be read.
 */
export async function readLocation(
  context: NameContext,
  target: Target,
  signal: AbortSignal,
): Promise<string[]> {
  const parent = parentOf(target);
  if (!parent) return [];
  const kind = t(findKind(parent.kind).names.one);
  const name = await readName(context, parent, signal);
  return [...(await readLocation(context, parent, signal)), `${kind}: ${toPlain(name)}`];
}

/**
 * The subject of an action, for the title of its questions: the name of the only resource, or a count
 * of several. For something new, the parent's name, or the account's label if there are several.
 */
export async function describeScope(
  context: Naming & Pick<ActionContext, 'sessions'>,
  targets: readonly Target[],
): Promise<string> {
  const [target, ...others] = targets;
  if (!target || others.length > 0) return describeTargets(context, targets);
  const named = 'ids' in target ? toNamed(target) : parentOf(target);
  if (named) return toPlain(findName(context, named));
  const accounts = await context.sessions.accounts();
  const found = accounts.length > 1 && accounts.find(({ id }) => id === target.account);
  return found ? toPlain(found.label) : '';
}

/** Describes an action on targets by the names that are known by now. */
export function nameWork(
  context: Naming,
  { progressTitle }: Pick<Action, 'progressTitle'>,
  targets: readonly Target[],
): string {
  return progressTitle(describeTargets(context, targets));
}

/**
 * Describes a completed action in a sentence.
 * @param done the answers, and whether reading showed the result.
 */
export function nameDone(
  context: Naming,
  { done, accepted, progressTitle }: Pick<Action, 'done' | 'accepted' | 'progressTitle'>,
  given: {
    readonly targets: readonly Target[];
    readonly values: Values;
    readonly isRead: boolean;
  },
): string {
  const what = describeTargets(context, given.targets);
  if (given.isRead && done) return done(what, given.values);
  return accepted?.(what) ?? t('{0}: request accepted.', progressTitle(what));
}

/** The same as `nameWork`, with the name of its only target even if the action's own title doesn't have it. */
export async function nameWorkInFull(
  context: Naming & Pick<ActionContext, 'sessions'>,
  action: Pick<Action, 'progressTitle'>,
  targets: readonly Target[],
): Promise<string> {
  const title = nameWork(context, action, targets);
  const scope = targets.length === 1 ? await describeScope(context, targets) : '';
  return title.includes(scope) ? title : t('{0} for "{1}"', title, scope);
}

/** The targets with their current names. @throws ApiError if one can't be read. */
export function readSubjects(
  context: NameContext & Pick<ActionContext, 'sessions'>,
  targets: readonly Target[],
  signal: AbortSignal,
): Promise<Subject[]> {
  const isOne = targets.length === 1;
  return Promise.all(
    targets.map(async (target) => {
      const account = await toSubjectAccount(context, target);
      const name = isOne
        ? await readName(context, target, signal)
        : await nameAmongOthers(context, target, account, signal);
      return { target, name, account };
    }),
  );
}

export async function toSubjectAccount(
  { sessions }: { readonly sessions: Pick<Sessions, 'account'> },
  target: Target,
): Promise<SubjectAccount> {
  const account = await sessions.account(target.account);
  return {
    label: toPlain(account?.label ?? target.account),
    isProduction: account?.environment === 'production' && !account.isSandbox,
  };
}

/**
 * Distinguishes a target from others of its kind: collections are distinguished by their parents.
 */
async function nameAmongOthers(
  context: NameContext,
  target: Target,
  { label }: SubjectAccount,
  signal: AbortSignal,
): Promise<string> {
  if ('ids' in target) return readName(context, target, signal);
  const parent = parentOf(target);
  return parent ? readName(context, parent, signal) : label;
}

/** The accounts of the targets, without duplicates. */
export function accountsOf(subjects: readonly Subject[]): SubjectAccount[] {
  const byId = new Map(subjects.map(({ target, account }) => [target.account, account]));
  return [...byId.values()];
}

/** The targets' names for a list, with account labels if there are several accounts. */
export function listNames(subjects: readonly Subject[]): string[] {
  const hasSeveral = accountsOf(subjects).length > 1;
  return subjects.map(({ name, account }) =>
    hasSeveral ? `${toPlain(name)} (${account.label})` : toPlain(name),
  );
}

/** The targets' names with their resulting states, if these differ. */
export function listResultingStates(subjects: readonly Subject[]): string[] {
  const names = listNames(subjects);
  return subjects.map(({ outlook }, index) =>
    outlook === undefined ? `${names[index]}` : `${names[index]}: ${outlook}`,
  );
}

/**
 * The targets in titles: the quoted name of one, or a count with the kind.
 */
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
