import * as vscode from 'vscode';
import { toCommandTargets } from '../target';
import { describeTargets } from '../../../actions/subject';
import { isObject } from '../../../base/json';
import type { CommandId } from '../../../actions/commandIds';
import type { StagedChange } from '../../../pending/stagedChange';
import { nameOfChange } from '../../pending/describeStaged';
import type { Services } from '../../services/services';
import { titleOf } from '../../editor/titleOf';
import { formats } from '../../editor/formats';
import { t } from '../../editor/l10n';

/** Says which command failed, and for what. */
export function describeFailed(
  id: CommandId,
  services: Services,
  parameters: readonly unknown[],
): string {
  const title = titleOf(services.extensionId, id);
  const what = describeParameters(services, parameters);
  return what === '' ? t('"{0}" failed.', title) : t('"{0}" failed for {1}.', title, what);
}

/** The selected rows, or everything that was passed; empty if that isn't known. */
function describeParameters(services: Services, parameters: readonly unknown[]): string {
  const [first, selection] = parameters;
  const staged = findStaged(services, first);
  if (staged) return t('"{0}"', nameOfChange(staged));
  const [target, ...others] = Array.isArray(selection)
    ? toCommandTargets(parameters)
    : parameters.flatMap((each) => toCommandTargets([each]));
  if (!target) return '';
  return others.length > 0
    ? describeTargets({ store: services.store, t, formats }, [target, ...others])
    : t('"{0}"', services.names.placeOf(target));
}

/** The change that a row of Source Control, or the text behind it, is about. */
function findStaged({ pending }: Services, parameter: unknown): StagedChange | undefined {
  const uri = isObject(parameter) ? (parameter['resourceUri'] ?? parameter) : undefined;
  return uri instanceof vscode.Uri ? pending.changes.findPath(uri.path) : undefined;
}
