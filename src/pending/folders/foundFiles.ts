import { withoutSecrets } from './fileContent';
import { keyOf, toNewPlace } from './layout';
import type { ReadFile, ReadFolder } from './readFiles';
import type { LiveResource, LiveTree } from './readTree';
import { diff, memberAt } from '../../base/patch';
import type { JsonObject } from '../../base/json';
import { isSameValue } from '../../documents/writing/compareSent';
import { findNameField } from '../../documents/writing/creationJob';
import { collectionOf, toKey } from '../../resources/reference';

/** Created from these files, or equal ones of others: the folder doesn't know their ids yet. */
export function findAdded(
  { account, lock, added }: ReadFolder,
  { resources }: LiveTree,
): ReadonlyMap<string, LiveResource> {
  const taken = new Set([...lock.files.values()].map((each) => keyOf(account, each)));
  const found = new Map<string, LiveResource>();
  for (const file of added) {
    const [key, resource] =
      [...resources].find(([each, live]) => !taken.has(each) && isAbout(file, live, lock)) ?? [];
    if (key === undefined || !resource) continue;
    taken.add(key);
    found.set(file.path, resource);
  }
  return found;
}

function isAbout(
  { path, content }: ReadFile,
  { reference, values }: LiveResource,
  { folders }: ReadFolder['lock'],
): boolean {
  const place = toNewPlace(path, folders);
  if (!place || !values || place.kind.id !== reference.kind) return false;
  const collection = collectionOf(reference);
  const isThere = toKey(collection) === toKey({ ...collection, parents: place.parents });
  return isThere && isAsTyped(withoutSecrets(content.values), values);
}

function isAsTyped(typed: JsonObject, values: JsonObject): boolean {
  const returned = diff({}, typed).filter(({ path }) => memberAt(values, path) !== undefined);
  const name = findNameField(typed);
  return (
    returned.length > 0 &&
    (name === undefined || values[name] !== undefined) &&
    returned.every(
      ({ path, after }) => after !== undefined && isSameValue(after, memberAt(values, path)),
    )
  );
}
