import type { LoggedChange } from './changeLog';
import { toContent } from './content';
import { type Change, diff, isEqual, memberAt } from './patch';
import { isCredentialField } from '../../api/credentials';
import { isObject, type JsonObject } from '../../shared/json';
import type { Resource } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import type { CollectionReference, ResourceReference } from '../reference';

/** A write that a command made, and what is known around it. */
export interface ActionWrite {
  readonly target: ResourceReference | CollectionReference;
  /** What was done, in words, and to what. */
  readonly title: string;
  readonly isDeletion: boolean;
  readonly body: JsonObject | undefined;
  readonly answer: unknown;
  /** The resource as it was known before, and as it was read afterwards. */
  readonly before: Resource | undefined;
  readonly after?: Resource | undefined;
}

/** A command's write as the history keeps it: without credentials, and with what was deleted. */
export function toLoggedAction(write: ActionWrite, at: number): LoggedChange {
  return {
    at,
    reference: toReference(write),
    label: write.title,
    changes: toChanges(write),
    outcome: 'done',
    isCommand: true,
  };
}

/** What was created is named by its answer, where that tells. */
function toReference({ target, answer }: ActionWrite): ResourceReference {
  if ('ids' in target) return target;
  const { account, kind, parents } = target;
  const id = isObject(answer) ? answer['id'] : undefined;
  return { account, kind, ids: typeof id === 'number' ? [...parents, id] : parents };
}

/**
 * What became of the document's fields: of those that were sent, and where nothing was sent of all that
 * have changed.
 */
function toChanges({ target, isDeletion, body, before, after }: ActionWrite): readonly Change[] {
  const kind = findKind(target.kind);
  const known = before ? toContent(kind, before) : {};
  if (isDeletion) return diff(known, {});
  if (!body) return before && after ? diff(known, toContent(kind, after)) : [];
  const toPath = kind.document?.editing?.toPath ?? ((field: readonly string[]) => field);
  return diff({}, body)
    .map(({ path, after: value }) => ({ path: toPath(path), after: value }))
    .filter(({ path }) => path.length > 0 && !path.some(isCredentialField))
    .map((change) => ({ ...change, before: memberAt(known, change.path) }))
    .filter((change) => !isEqual(change.before, change.after));
}
