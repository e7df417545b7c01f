import type { ActionContext } from './action';
import type { Target } from './field';
import { findName, nameOf } from './target';
import { findKind } from '../../resources/kinds/kinds';
import { parentOf } from '../../resources/reference';
import { toPlain } from '../safeText';

/** The account of a thing, as a question names it. */
export interface ThingAccount {
  readonly label: string;
  /** Whether it is marked production, so that nothing is to be lost there by a click alone. */
  readonly isProduction: boolean;
}

/** Something that is acted on, as a question names it. */
export interface Thing {
  readonly target: Target;
  /** As the service names it; not to be trusted. */
  readonly name: string;
  readonly account: ThingAccount;
}

/** The things as they are named now. @throws ApiError where one can't be read. */
export function readThings(
  context: ActionContext,
  targets: readonly Target[],
  signal: AbortSignal,
): Promise<Thing[]> {
  const isOne = targets.length === 1;
  return Promise.all(
    targets.map(async (target) => {
      const account = await accountOf(context, target);
      const name = isOne
        ? await nameOf(context, target, signal)
        : await nameAmongOthers(context, target, account, signal);
      return { target, name, account };
    }),
  );
}

async function accountOf({ sessions }: ActionContext, target: Target): Promise<ThingAccount> {
  const account = await sessions.account(target.account);
  return {
    label: toPlain(account?.label ?? target.account),
    isProduction: account?.environment === 'production' && !account.isSandbox,
  };
}

/** What tells a target from others of its kind: lists of one kind are told apart by their parents. */
async function nameAmongOthers(
  context: ActionContext,
  target: Target,
  { label }: ThingAccount,
  signal: AbortSignal,
): Promise<string> {
  if ('ids' in target) return nameOf(context, target, signal);
  const parent = parentOf(target);
  return parent ? nameOf(context, parent, signal) : label;
}

/** The accounts of things, each once. */
export function accountsOf(things: readonly Thing[]): ThingAccount[] {
  const byId = new Map(things.map(({ target, account }) => [target.account, account]));
  return [...byId.values()];
}

/** The names of things for a list; with their accounts where they are of several. */
export function listNames(things: readonly Thing[]): string[] {
  const hasSeveral = accountsOf(things).length > 1;
  return things.map(({ name, account }) =>
    hasSeveral ? `${toPlain(name)} (${account.label})` : toPlain(name),
  );
}

/** What is acted on, for titles: the quoted name of one target, or how many of which kind. */
export function describeTargets(
  context: Pick<ActionContext, 'store' | 't'>,
  targets: readonly Target[],
): string {
  const { t } = context;
  const [first, ...others] = targets;
  if (!first) return '';
  if (others.length === 0) return t('"{0}"', toPlain(findName(context, first)));
  const { names, parent } = findKind(first.kind);
  // Of collections there is one for each parent.
  const many =
    'ids' in first ? t(names.many) : parent ? t(findKind(parent).names.many) : t('Accounts');
  return t('{0} {1}', targets.length, many);
}
