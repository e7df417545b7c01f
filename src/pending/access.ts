import { plannedWritesOf } from './stagedActions';
import type { StagedChange } from './stagedChange';
import { actions } from '../actions/actions';
import type { Resource } from '../resources/kinds/kind';
import { findKind, type KindId } from '../resources/kinds/kinds';
import { effectOf } from '../resources/lockOut/plannedWrite';
import type { ResourceReference } from '../resources/reference';

/** The kinds whose changes affect access: rules, keys, users, credentials. */
const accessKinds: ReadonlySet<KindId> = new Set(
  actions.flatMap(({ changesAccess, place }) =>
    changesAccess === true ? ['resource' in place ? place.resource : place.collection] : [],
  ),
);

/** Or what runs as root; `read` is undefined if it can't be read, which counts as root's. */
export async function changesAccess(
  staged: StagedChange,
  read: (reference: ResourceReference) => Promise<Resource | undefined>,
): Promise<boolean> {
  const { reference, changes } = staged;
  if (accessKinds.has(reference.kind) || plannedWritesOf(staged).some(effectOf)) return true;
  if (!findKind(reference.kind).fields.includes('username')) return false;
  const users = changes.flatMap(({ path, before, after }) =>
    path.join('.') === 'username' ? [before, after] : [],
  );
  if (users.length > 0) return users.includes('root');
  const user = (await read(reference))?.['username'];
  return typeof user !== 'string' || user === 'root';
}
