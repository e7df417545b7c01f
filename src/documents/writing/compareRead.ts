import { isSameValue, type SentDifference } from './compareSent';
import { isCredentialField } from '../../api/credentials';
import type { JsonObject } from '../../base/json';
import { toContent } from '../content';
import { maskForms } from '../maskCredentials';
import { diff, memberAt } from '../../base/patch';
import type { Resource } from '../../resources/kinds/kind';
import type { ResourceKind } from '../../resources/kinds/kinds';

/** How a resource compares with what was sent. */
interface ReadComparison {
  /** The sent fields that a read returns, with their values; never credentials. */
  readonly returned: JsonObject;
  /** The fields that differ from what was sent. */
  readonly kept: readonly SentDifference[];
}

/** Compares what was sent with a resource that was read. */
export function compareRead(
  kind: ResourceKind,
  sent: JsonObject,
  resource: Resource,
): ReadComparison {
  const content = toContent(kind, resource);
  const toPath = kind.document?.editing?.toPath ?? ((field: readonly string[]) => field);
  const { readsDiffer = [] } = kind.document?.editing ?? {};
  const kept: SentDifference[] = [];
  const returned: JsonObject = {};
  for (const change of diff({}, sent)) {
    const { path, after } = change;
    if (after === undefined || path.some(isCredentialField)) continue;
    if (readsDiffer.includes(path[0] ?? '')) continue;
    const now = memberAt(content, toPath(path)) ?? memberAt(content, path);
    if (now === undefined || now === null) continue;
    const name = path.join('.');
    returned[name] = now;
    if (!isSameValue(maskForms(after), now)) kept.push({ ...change, now });
  }
  return { returned, kept };
}
