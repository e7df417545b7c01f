import type { Action, ActionContext, Caution } from './action';
import type { Target, Values } from './field';
import { byServer, nameOf } from './target';

/** How many things a question lists by name. */
const longestList = 10;

/** How long a name may be that a person is asked to type. */
const longestTyped = 60;

/**
 * Asks whatever is to be asked before an action: whether to go on where things are lost, and whether
 * to go on where it could lock the person out.
 */
export async function askBefore(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  values: Values,
  signal: AbortSignal,
): Promise<boolean> {
  return (
    (await askForCaution(context, action.caution, targets, values, signal)) &&
    askAboutRisks(context, action, targets, values, signal)
  );
}

async function askForCaution(
  context: ActionContext,
  caution: Caution | undefined,
  targets: readonly Target[],
  values: Values,
  signal: AbortSignal,
): Promise<boolean> {
  const [first] = targets;
  if (!caution || !first || caution.when?.(values) === false) return true;
  const { t, prompts, sessions } = context;
  const names = await Promise.all(targets.map((target) => nameOf(context, target, signal)));
  const [name = ''] = names;
  const account = await sessions.account(first.account);
  const isTyped =
    caution.asksForName ||
    (caution.isDestructive && account?.environment === 'production' && !account.isSandbox);
  const button = caution.button(t);
  const isOne = names.length === 1;
  return prompts.confirm({
    message: isOne ? caution.question(name, t) : t('{0}: these {1}?', button, names.length),
    detail: [
      ...(isOne ? [] : listNames(names, context)),
      caution.detail?.(t) ?? '',
      account ? t('Account: {0}', account.label) : '',
    ]
      .filter(Boolean)
      .join('\n'),
    button,
    typed: isTyped ? toTyped(names, account?.label ?? '') : undefined,
  });
}

async function askAboutRisks(
  { prompts, t, ...rest }: ActionContext,
  { findRisks }: Action,
  targets: readonly Target[],
  values: Values,
  signal: AbortSignal,
): Promise<boolean> {
  if (!findRisks) return true;
  const context = { prompts, t, ...rest };
  const found = await Promise.all(
    byServer(targets).map((together) => findRisks(context, together, values, signal)),
  );
  const risks = [...new Set(found.flat())];
  if (risks.length === 0) return true;
  return prompts.confirm({
    message: t('This could lock you out.'),
    detail: risks.join('\n'),
    button: t('Continue Anyway'),
    typed: undefined,
  });
}

/** What is to be typed: the name of the one thing, or the account's for several and for endless names. */
function toTyped(names: readonly string[], account: string): string {
  const [name = '', ...others] = names;
  return others.length === 0 && name.length <= longestTyped ? name.trim() : account;
}

function listNames(names: readonly string[], { t }: ActionContext): string[] {
  const shown = names.slice(0, longestList);
  const left = names.length - shown.length;
  return left > 0 ? [...shown, t('and {0} more', left)] : shown;
}
