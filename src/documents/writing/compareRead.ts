import { isSameValue } from './compareSent';
import { isCredentialField } from '../../api/credentials';
import type { JsonObject } from '../../base/json';
import { toContent } from '../content';
import { diff, memberAt } from '../../base/patch';
import type { Resource } from '../../resources/kinds/kind';
import type { ResourceKind } from '../../resources/kinds/kinds';

/** How a resource compares with what was sent. */
interface ReadComparison {
  /** The sent fields that a read returns, with their values; never credentials. */
  readonly returned: JsonObject;
  /** The names of fields that differ from what was sent. */
  readonly different: readonly string[];
}

/** Compares what was sent with a resource that was read. */
export function compareRead(
  kind: ResourceKind,
  sent: JsonObject,
  resource: Resource,
): ReadComparison {
  const content = toContent(kind, resource);
  const toPath = kind.document?.editing?.toPath ?? ((field: readonly string[]) => field);
  const different: string[] = [];
  const returned: JsonObject = {};
  for (const { path, after } of diff({}, sent)) {
    if (after === undefined || path.some(isCredentialField)) continue;
    const now = memberAt(content, toPath(path)) ?? memberAt(content, path);
    if (now === undefined || now === null) continue;
    const name = path.join('.');
    returned[name] = now;
    if (!isSameValue(after, now)) different.push(name);
  }
  return { returned, different };
}
