import type { HistoryVerb, LoggedChange } from './changeLog';
import { toContent } from '../content';
import { maskCredentials } from '../maskCredentials';
import { createdIn } from '../writing/lookup/verifyCreation';
import { type Change, diff, isEqual, memberAt } from '../../base/patch';
import { isCredentialField } from '../../api/credentials';
import type { JsonObject } from '../../base/json';
import type { Resource } from '../../resources/kinds/kind';
import { findKind } from '../../resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../resources/reference';

export interface ActionWrite {
  readonly target: ResourceReference | CollectionReference;
  readonly title: string;
  readonly verb?: HistoryVerb | undefined;
  readonly name: string;
  readonly isDeletion: boolean;
  readonly body: JsonObject | undefined;
  readonly answer: unknown;
  readonly before: Resource | undefined;
  readonly after?: Resource | undefined;
  readonly outcome: LoggedChange['outcome'];
  readonly write?: string;
}

/** A command's write as a history entry: no credentials, but the content of what was deleted. */
export function toLoggedAction(write: ActionWrite, at: number): LoggedChange {
  return {
    at,
    reference: createdReference(write),
    label: write.title,
    name: write.name,
    ...(write.verb ? { verb: write.verb } : {}),
    changes: toChanges(write),
    outcome: write.outcome,
    write: write.write,
    isCommand: true,
  };
}

function createdReference({ target, answer }: ActionWrite): ResourceReference {
  if ('ids' in target) return target;
  const { account, kind, parents } = target;
  const id = createdIn(answer)?.['id'];
  return { account, kind, ids: typeof id === 'number' ? [...parents, id] : parents };
}

/** Changes to the document's fields: the ones sent, or all that differ if nothing was sent. */
function toChanges({ target, isDeletion, body, before, after }: ActionWrite): readonly Change[] {
  const kind = findKind(target.kind);
  const known = before ? toContent(kind, before) : {};
  if (isDeletion) return diff(known, {});
  if (!body) return before && after ? diff(known, toContent(kind, after)) : [];
  const toPath = kind.document?.editing?.toPath ?? ((field: readonly string[]) => field);
  return diff({}, maskCredentials(body) as JsonObject)
    .map(({ path, after: value }) => ({ path: toPath(path), after: value }))
    .filter(({ path }) => path.length > 0 && !path.some(isCredentialField))
    .map((change) => ({ ...change, before: memberAt(known, change.path) }))
    .filter((change) => !isEqual(change.before, change.after));
}
