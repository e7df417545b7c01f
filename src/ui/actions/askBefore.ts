import type { Action, ActionContext } from './action';
import type { Target, Values } from './field';
import { cautionOf, toQuestion } from './question';
import { byServer, findName } from './target';
import { listNames, readThings } from './thing';

/**
 * Asks whatever is to be asked before an action: whether to go on where things are lost or several are
 * touched, and whether to go on where it could lock the person out. Answers what the targets are
 * called; nothing where the person gave up.
 * @throws ApiError where that can't be read, or the person stopped it.
 */
export async function askBefore(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  values: Values,
): Promise<readonly string[] | undefined> {
  const { prompts, t } = context;
  const look = <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    prompts.show({ title: t('Looking at what it is about'), run });
  let names: readonly string[] = targets.map((target) => findName(context, target));
  if (targets.length > 1 || cautionOf(action, values)) {
    const things = await look((signal) => readThings(context, targets, signal));
    if (!(await prompts.confirm(toQuestion(context, action, values, things)))) return undefined;
    names = listNames(things);
  }
  const { findRisks } = action;
  const found = findRisks
    ? await look((signal) =>
        Promise.all(
          byServer(targets).map((together) => findRisks(context, together, values, signal)),
        ),
      )
    : [];
  const risks = [...new Set(found.flat())];
  const mayGoOn = risks.length === 0 || (await askAboutRisks(context, risks));
  return mayGoOn ? names : undefined;
}

function askAboutRisks({ prompts, t }: ActionContext, risks: readonly string[]): Promise<boolean> {
  return prompts.confirm({
    message: t('This could lock you out.'),
    detail: risks.join('\n'),
    button: t('Continue Anyway'),
    typed: undefined,
  });
}
