import { attentionHandlers } from './handlers/attentionHandlers';
import { accountHandlers } from './handlers/accountHandlers';
import { diagnosticsHandlers } from './diagnostics';
import { connectHandlers } from './handlers/connectHandlers';
import { copyHandlers } from './handlers/copyHandlers';
import { documentHandlers } from './handlers/documentHandlers';
import { draftHandlers } from './handlers/draftHandlers';
import { UnsuitableError } from '../../actions/question';
import { isExplained } from '../../documents/describeError';
import type { CommandId } from '../../actions/commands';
import type { Handlers, Services } from './services';
import { actionHandlers } from './handlers/actionHandlers';
import { pendingHandlers } from './handlers/pendingHandlers';
import { panelHandlers, reportHandlers } from './handlers/panelHandlers';
import { treeHandlers } from './handlers/treeHandlers';
import { focusedRow, isTargetLost } from '../../explorer/paletteTarget';
import { titleOf } from '../editor/titleOf';
import { showError, showMessage, tryAgain } from '../editor/messages';
import { toCommandTargets } from './target';
import { describeScope, describeTargets } from '../../actions/subject';
import { findStaged, nameOfChange } from '../pending/describeStaged';
import { t } from '../../base/l10n';

const handlers: Handlers = {
  ...accountHandlers,
  ...attentionHandlers,
  ...diagnosticsHandlers,
  ...connectHandlers,
  ...copyHandlers,
  ...documentHandlers,
  ...draftHandlers,
  ...actionHandlers,
  ...panelHandlers,
  ...pendingHandlers,
  ...reportHandlers,
  ...treeHandlers,
};

export async function runCommand(
  id: CommandId,
  services: Services,
  parameters: readonly unknown[],
): Promise<unknown> {
  // The palette and key bindings pass nothing: they act on the person's selection. A menu passes
  // undefined for a row that VS Code is refreshing, which is rarely the selected one.
  const isOfKey = parameters[0] === focusedRow;
  const given = isOfKey ? [] : parameters;
  let actual = given;
  try {
    if (isOfKey) actual = await services.currentTargets.parametersForKey(id);
    else if (given.length === 0) actual = services.currentTargets.parametersFor(id);
    if (isTargetLost(id, given)) {
      return void showMessage(
        'warning',
        t('Nothing was done: VS Code was just refreshing the selected rows. Try again.'),
      );
    }
    // The person can't see whom a command of the palette is about, as they do on a row.
    const targets = given.length > 0 ? [] : toCommandTargets(actual);
    const about = await describeScope(services, targets);
    const title = [titleOf(services.extensionId, id), about].filter(Boolean).join(' · ');
    return await handlers[id]({ ...services, title }, ...actual);
  } catch (error) {
    services.log.error(`${id}: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof UnsuitableError) return void showMessage('warning', error.message);
    const again = tryAgain(() => runCommand(id, services, actual));
    const show = { title: t('Show Log'), run: () => services.log.show() };
    void (isExplained(error)
      ? showError(describeFailed(id, services, actual), error, [again])
      : showError(t('Unexpected error.'), error, [show]));
    return undefined;
  }
}

function describeFailed(id: CommandId, services: Services, parameters: readonly unknown[]): string {
  const title = titleOf(services.extensionId, id);
  const what = describeParameters(services, parameters);
  return what === '' ? t('"{0}" failed.', title) : t('"{0}" failed for {1}.', title, what);
}

/** The selected rows, or everything that was passed; empty if that isn't known. */
function describeParameters(services: Services, parameters: readonly unknown[]): string {
  const [first, selection] = parameters;
  const staged = findStaged(services.pending.changes, first);
  if (staged) return t('"{0}"', nameOfChange(staged));
  const [target, ...others] = Array.isArray(selection)
    ? toCommandTargets(parameters)
    : parameters.flatMap((each) => toCommandTargets([each]));
  if (!target) return '';
  return others.length > 0
    ? describeTargets(services, [target, ...others])
    : t('"{0}"', services.names.placeOf(target));
}
