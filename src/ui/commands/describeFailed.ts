import { toCommandTargets } from './commandTargets';
import { describeTargets } from '../../actions/subject';
import { toPlain } from '../../base/foreignText';
import type { CommandId } from '../../commands/ids';
import { findKind } from '../../resources/kinds/kinds';
import { parentOf, type Target } from '../../resources/reference';
import type { Services } from '../services/services';
import { titleOf } from '../titleOf';
import { t } from '../l10n';

/** Says which command failed, and for what. */
export function describeFailed(
  id: CommandId,
  services: Services,
  parameters: readonly unknown[],
): string {
  const title = titleOf(services.extensionId, id);
  const [target, ...others] = toCommandTargets(parameters);
  if (!target) return t('"{0}" failed.', title);
  const what =
    others.length > 0
      ? describeTargets({ store: services.store, t }, [target, ...others])
      : t('"{0}"', nameWithPath(services, target));
  return t('"{0}" failed for {1}.', title, what);
}

function nameWithPath({ names }: Services, target: Target): string {
  const resource = 'ids' in target ? target : parentOf(target);
  const path = resource ? names.pathOf(resource).map((name) => toPlain(name)) : [];
  const list = 'ids' in target ? [] : [t(findKind(target.kind).names.many)];
  return [...path, ...list].join(' › ');
}
