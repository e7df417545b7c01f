import { toDocumentText } from '../../documents/documentText';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { DocumentServices } from './documentServices';
import { showDiff } from '../editor/diff';
import { orShowError, toUri } from './documentUri';
import { t } from '../../base/l10n';

export async function compareWithLive(
  services: DocumentServices,
  reference: ResourceReference,
): Promise<void> {
  await orShowError(services, reference, async () => {
    const uri = await toUri(services, reference);
    const content = await services.documents.live(reference);
    const text = toDocumentText(findKind(reference.kind), content);
    const live = services.snapshots.put(`/live${uri.path}`, text);
    const title = t('{0}: live ↔ this text', services.names.nameOf(reference));
    await showDiff(live, uri, title);
  });
}

export async function compareWithOther(
  services: DocumentServices,
  reference: ResourceReference,
  other: ResourceReference,
): Promise<void> {
  await orShowError(services, other, async () => {
    const [left, right] = [await toUri(services, other), await toUri(services, reference)];
    const paths = [other, reference].map((each) => services.names.pathOf(each).join(' › '));
    await showDiff(left, right, paths.join(' ↔ '));
  });
}
