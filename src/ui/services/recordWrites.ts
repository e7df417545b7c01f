import type { DraftSaves } from '../documents/drafts/draftSaves';
import { formats } from '../editor/formats';
import { t } from '../editor/l10n';
import { setContext } from '../editor/contextKeys';
import { diff } from '../../base/patch';
import type { Documents } from '../../documents/documents';
import { isAsMeant } from '../../documents/writing/outcome';
import type { ChangeLog } from '../../documents/history/changeLog';
import { nameOfNew } from '../../documents/history/nameOfNew';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceNames } from '../../resources/names/resourceNames';
import type { ResourceReference } from '../../resources/reference';

/** The sources of writes. */
interface WriteSources {
  readonly documents: Documents;
  readonly drafts: DraftSaves;
}

/** Records the writes of documents and drafts in the history. */
export function recordWrites(
  changeLog: ChangeLog,
  { documents, drafts }: WriteSources,
  names: ResourceNames,
): void {
  const labelOf = (reference: ResourceReference): string => names.pathOf(reference).join(' › ');
  documents.onDidWrite(({ reference, changes, outcome, reason, parts, write }) => {
    if (isAsMeant(outcome)) setContext('hasSavedChange', true);
    return changeLog.add({
      at: Date.now(),
      reference,
      label: labelOf(reference),
      name: findKind(reference.kind).variable ? String(names.nameOf(reference)) : '',
      changes,
      outcome,
      ...(reason ? { reason } : {}),
      parts,
      write,
    });
  });
  drafts.onDidCreate(({ collection, reference, content, outcome, write }) => {
    const { account, kind, parents } = collection;
    const name = nameOfNew(kind, content, { t, formats });
    return changeLog.add({
      at: Date.now(),
      reference: reference ?? { account, kind, ids: parents },
      label: reference ? labelOf(reference) : name || t(findKind(kind).names.one),
      name,
      verb: outcome === 'unknown' || outcome === 'notApplied' ? undefined : 'created',
      changes: diff({}, content),
      outcome,
      write,
    });
  });
}
