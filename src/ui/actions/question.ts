import type { Action, ActionContext, Caution } from './action';
import type { Values } from './field';
import type { Confirmation } from './prompts';
import { accountsOf, describeTargets, listNames, type Thing } from './thing';
import { toPlain } from '../safeText';

/** How many things a question lists by name. */
const longestList = 10;

/** How long a name may be that a person is asked to type. */
const longestTyped = 60;

/** What an action is to be careful about, given the answers. */
export function cautionOf({ caution }: Action, values: Values): Caution | undefined {
  return caution && caution.when?.(values) !== false ? caution : undefined;
}

/** The question before an action: what it touches, what is lost, and what is to be typed for that. */
export function toQuestion(
  context: Pick<ActionContext, 'store' | 't' | 'titleOf'>,
  action: Action,
  values: Values,
  given: readonly Thing[],
): Confirmation {
  const { t, titleOf } = context;
  const caution = cautionOf(action, values);
  // Whatever is left out of the list is of the accounts that matter less.
  const things = given.toSorted((a, b) => rank(a) - rank(b));
  const [first, ...others] = things;
  const button = caution?.button(t) ?? titleOf(action.command);
  const targets = things.map(({ target }) => target);
  return {
    message:
      caution && first && others.length === 0
        ? caution.question(toPlain(first.name), t)
        : t('{0}: {1}?', button, describeTargets(context, targets)),
    detail: [
      ...(others.length === 0 ? [] : shorten(listNames(things), context)),
      caution?.detail?.(t) ?? '',
      describeAccounts(things, context),
    ]
      .filter(Boolean)
      .join('\n'),
    button,
    typed: caution ? findTyped(caution, things) : undefined,
  };
}

function rank({ account }: Thing): number {
  return account.isProduction ? 0 : 1;
}

function shorten(names: readonly string[], { t }: Pick<ActionContext, 't'>): string[] {
  const shown = names.slice(0, longestList);
  const left = names.length - shown.length;
  return left > 0 ? [...shown, t('and {0} more', left)] : shown;
}

function describeAccounts(things: readonly Thing[], { t }: Pick<ActionContext, 't'>): string {
  const labels = accountsOf(things).map(({ label }) => label);
  return labels.length > 1
    ? t('Accounts: {0}', labels.join(', '))
    : t('Account: {0}', labels.join(''));
}

/**
 * What is to be typed where things are lost: the name of the one thing. For several, and for a name
 * that can't be typed as it looks, the accounts: those marked production, or all where none is.
 */
function findTyped(
  { asksForName, isDestructive }: Caution,
  things: readonly Thing[],
): string | undefined {
  const accounts = accountsOf(things);
  const inProduction = accounts.filter(({ isProduction }) => isProduction);
  if (!asksForName && !(isDestructive && inProduction.length > 0)) return undefined;
  const [first, ...others] = things;
  if (first && others.length === 0 && isTypeable(first.name)) return first.name.trim();
  return (inProduction.length > 0 ? inProduction : accounts).map(({ label }) => label).join(', ');
}

/** Whether a name is what it looks like, so that a person who reads it can type it. */
function isTypeable(text: string): boolean {
  const name = text.trim();
  return (
    name.length <= longestTyped &&
    toPlain(name) === name &&
    /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(name) &&
    !/\p{Default_Ignorable_Code_Point}| {2}/u.test(name)
  );
}
