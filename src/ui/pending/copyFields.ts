import { contentOf, readEach, tellMissing } from './editTogether';
import type { PendingServices } from './pending';
import { parseDocument } from '../../documents/documentText';
import { type Change, diff, isEqual, memberAt } from '../../base/patch';
import { changesOfRows } from '../../pending/editTogether';
import type { Origin } from '../../pending/stagedChange';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { showMessage } from '../editor/messages';
import { withLateProgress } from '../editor/progress';
import { showMultiPick } from '../editor/quickInput';
import { showBriefly } from '../editor/statusBar';
import { openText } from '../documents/documentUri';
import { pickSeveral } from '../prompts/pickers/pickResource';
import { t } from '../../base/l10n';

/**
 * Stages a document's changes, or chosen fields, for other resources of the same kind.
 * @param given the other resources, if the caller of the command named them.
 */
export async function copyFields(
  services: PendingServices,
  reference: ResourceReference,
  given: readonly ResourceReference[],
): Promise<void> {
  const changes = await changesToCopy(services, reference);
  if (!changes || changes.length === 0) return;
  const targets = given.length > 0 ? given : await pickSeveral(services, reference);
  if (targets.length === 0) return;
  const { values: rows, unread } = await withLateProgress(t('Reading the live state'), (signal) =>
    readEach(
      targets,
      (target) => `"${services.names.placeOf(target)}"`,
      async (target) => ({
        reference: target,
        content: await contentOf(services, target, signal),
      }),
    ),
  );
  if (rows.length === 0 && unread[0]) throw unread[0].error;
  const origin: Origin = given.length > 0 ? 'extension' : 'person';
  const staged = changesOfRows(findKind(reference.kind), rows, changes).flatMap((each) => {
    const own = each.changes.filter(({ before, after }) => !isEqual(before, after));
    return own.length === 0 ? [] : [{ reference: each.reference, origin, changes: own }];
  });
  tellMissing(unread);
  if (staged.length === 0) {
    void showMessage('information', t('Nothing to stage: already set.'));
    return;
  }
  await services.pending.stage(staged);
  showBriefly(t('Staged for {0} resources. Apply them in Source Control.', staged.length));
}
async function changesToCopy(
  services: PendingServices,
  reference: ResourceReference,
): Promise<readonly Change[] | undefined> {
  const document = await openText(services, reference);
  const kind = findKind(reference.kind);
  const base = services.documents.baseOf(reference);
  const content = parseDocument(kind, document.getText(), base);
  const typed = document.isDirty && base ? diff(base, content) : [];
  if (typed.length > 0) return typed;
  const names = kind.document?.editing?.writable ?? [];
  const items = names.flatMap((label) => {
    const after = memberAt(content, label.split('.'));
    return after === undefined ? [] : [{ label, description: JSON.stringify(after), after }];
  });
  const chosen = await showMultiPick(items, {
    title: services.title,
    placeHolder: t('Select the fields to copy'),
  });
  return chosen?.map(({ label, after }) => ({ path: label.split('.'), before: undefined, after }));
}
