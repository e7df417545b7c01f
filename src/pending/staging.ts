import {
  combine,
  mayBeCreated,
  type Origin,
  type StagedChange,
  type StagedFile,
  stateAfter,
  toStagedKey,
} from './stagedChange';
import type { Change, Path } from '../base/patch';
import type { ResourceReference } from '../resources/reference';
import { toSegment } from '../resources/names/resourceNames';
import { fileEndingOf, findKind, lineage, type ResourceKind } from '../resources/kinds/kinds';

export interface Staging {
  readonly reference: ResourceReference;
  readonly origin: Origin;
  readonly path: string;
  readonly changes: readonly Change[];
  readonly reason?: string | undefined;
  readonly operation?: StagedChange['operation'];
  readonly file?: StagedFile | undefined;
  /** The fields that others changed; by default, the change is ready to be applied. */
  readonly drifted?: readonly Path[] | undefined;
}

export function toStaged(
  { reference, origin, changes, operation, drifted, ...staging }: Staging,
  earlier: StagedChange | undefined,
): Omit<StagedChange, 'path' | 'at'> {
  const isReplaced =
    earlier?.operation !== operation ||
    (staging.file !== undefined && earlier?.file?.folder === staging.file.folder);
  const others = isReplaced ? [] : (earlier?.changes ?? []);
  // A folder must not revert what another one staged.
  const file = others.length === 0 ? staging.file : undefined;
  const reason = staging.reason ?? earlier?.reason;
  return {
    reference,
    origin,
    changes: combine(others, changes),
    ...(reason === undefined ? {} : { reason }),
    ...(operation ? { operation } : {}),
    ...(file ? { file } : {}),
    state: drifted
      ? { type: 'drifted', fields: drifted.map((path) => [...path]) }
      : earlier && mayBeCreated({ operation, state: earlier.state })
        ? earlier.state
        : stateAfter(earlier?.state, others, changes),
  };
}

/** The path, or one with the id if another resource has it: only the path distinguishes rows. */
export function freePath(
  { path, reference, origin }: Staging,
  taken: ReadonlyMap<string, string>,
): string {
  const own = toStagedKey({ reference, origin });
  const isFree = (each: string): boolean => (taken.get(each) ?? own) === own;
  if (isFree(path)) return path;
  const id = reference.ids.join('-').replaceAll('/', '-');
  const withId = path.replace(/(\.[a-z-]+\.[a-z]+)$/, (suffix) => `~${id}${suffix}`);
  const withAccount = withId.replace(/^\/([^/]*)/, `/$1~${reference.account}`);
  const withOrigin = withAccount.replace(/^\/([^/]*)/, `/$1~${origin}`);
  return [withId, withAccount].find(isFree) ?? withOrigin;
}

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
