import { toSegment } from '../resources/names/namedPath';
import { fileEndingOf, findKind, lineage, type ResourceKind } from '../resources/kinds/kinds';
import type { ResourceReference } from '../resources/reference';

/** Source Control shows the last segment as the row, and offers no way to set another label. */
export function toPendingPath(
  { kind }: ResourceReference,
  trail: readonly string[],
  folderOf: (kind: ResourceKind) => string,
): string {
  const [account = '', ...names] = trail;
  const segments = lineage(kind).flatMap((level, index) => {
    const name = names[index] ?? '';
    return index === 0 || !level.variable ? [name] : [folderOf(level), name];
  });
  const path = [account, ...segments].map((each) => toSegment(each) || '-').join('/');
  return `/${path}.${fileEndingOf(findKind(kind))}`;
}
