import type { LoggedChange } from './changeLog';
import { toContent } from './content';
import type { Change } from './patch';
import { isCredentialField } from '../../api/credentials';
import { isObject, type JsonObject, type JsonValue } from '../../shared/json';
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
  /** The resource as it was known before. */
  readonly before: Resource | undefined;
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

function toChanges({ target, isDeletion, body, before }: ActionWrite): Change[] {
  const known = before ? toContent(findKind(target.kind), before) : {};
  if (isDeletion) {
    return Object.entries(known).map(([name, value]) => ({
      path: [name],
      before: value,
      after: undefined,
    }));
  }
  return Object.entries(body ?? {})
    .filter(([name]) => !isCredentialField(name))
    .map(([name, value]: [string, JsonValue]) => ({
      path: [name],
      before: known[name],
      after: value,
    }));
}
