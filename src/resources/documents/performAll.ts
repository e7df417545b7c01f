import { toContent } from './content';
import { conflictError, DocumentError } from './documentError';
import { apply, type Change } from './patch';
import { planSave, type SavePlan } from './savePlan';
import type { CallOptions } from '../../api/client';
import type { Endpoint } from '../../api/contract/endpoint';
import { ApiError, type ApiErrorReason } from '../../api/errors';
import type { JsonObject } from '../../shared/json';
import type { Resource, ResourceKind, Write } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import type { ResourceReference } from '../reference';

/** How documents reach the service. */
export interface WriteClient {
  /** @throws ApiError, UnknownAccountError. */
  read(reference: ResourceReference, options?: CallOptions): Promise<Resource>;
  /** @throws ApiError, UnknownAccountError. */
  write(reference: ResourceReference, write: Write, options?: CallOptions): Promise<unknown>;
}

/** A write that was made from here; credentials are masked in it. */
export interface DocumentWrite {
  readonly reference: ResourceReference;
  readonly before: JsonObject;
  /** As the service has it now, or as it was to be where the outcome is not `done`. */
  readonly after: JsonObject;
  readonly changes: readonly Change[];
  /** `partly`: a later request of several failed. `unknown`: the service did not say. */
  readonly outcome: 'done' | 'partly' | 'unknown';
}

/** A save that was planned against what the service had. */
export interface Save {
  readonly reference: ResourceReference;
  readonly plan: SavePlan;
  readonly theirs: JsonObject;
}

/** What became of a save's requests. */
export interface Performed {
  readonly write?: DocumentWrite;
  /** The resource as it is now, where that is known. */
  readonly resource?: Resource;
  readonly error?: unknown;
}

/**
 * Sends the requests of a save in order, and finds out what became of the resource. Between two
 * requests it reads again: a request can hold values beside the changed ones, and those that somebody
 * else changed meanwhile would be taken back.
 */
export async function performAll(
  client: WriteClient,
  save: Save,
  signal: AbortSignal | undefined,
): Promise<Performed> {
  const { reference, plan, theirs } = save;
  const kind = findKind(reference.kind);
  const told = { reference, before: theirs, changes: plan.changes };
  const intended = apply(theirs, plan.changes);
  const done = new Set<Endpoint>();
  try {
    let answer: unknown;
    let next = plan.writes[0];
    while (next) {
      // The service may check one against what the one before it left.
      // oxlint-disable-next-line no-await-in-loop
      answer = await client.write(reference, next, { signal });
      done.add(next.endpoint);
      const isLast = done.size === plan.writes.length;
      // oxlint-disable-next-line no-await-in-loop
      const left = isLast ? [] : await planAgain(client, save, intended, signal);
      // What one request brought about and somebody else has changed since is theirs.
      next = left.find(({ endpoint }) => !done.has(endpoint));
    }
    // The service took everything: that reading it back may fail does not make the save a failure.
    const resource = isWholeAnswer(kind, plan.writes)
      ? (answer as Resource)
      : await client.read(reference).catch(() => undefined);
    const after = resource ? toContent(kind, resource) : intended;
    return { write: { ...told, after, outcome: 'done' }, ...(resource ? { resource } : {}) };
  } catch (error) {
    const mayHaveChanged = done.size > 0 || mayHaveArrived(error);
    const outcome = done.size > 0 ? 'partly' : 'unknown';
    return {
      ...(mayHaveChanged ? { write: { ...told, after: intended, outcome } } : {}),
      error: toDocumentError(error, kind),
    };
  }
}

/** What would be sent now. @throws DocumentError where somebody changed the same meanwhile, ApiError. */
async function planAgain(
  client: WriteClient,
  { reference, theirs }: Save,
  mine: JsonObject,
  signal: AbortSignal | undefined,
): Promise<readonly Write[]> {
  const kind = findKind(reference.kind);
  const now = toContent(kind, await client.read(reference, { signal }));
  const { writes, conflicts } = planSave(kind, { base: theirs, mine, theirs: now });
  if (conflicts.length > 0) throw conflictError(conflicts);
  return writes;
}

/** Whether the last write's answer is the resource as it is read. */
function isWholeAnswer(kind: ResourceKind, writes: readonly Write[]): boolean {
  const isSame = writes.at(-1)?.endpoint.answer === kind.operations.read?.answer;
  return isSame && kind.document?.editing?.isReadBack !== true;
}

const unclear: ReadonlySet<ApiErrorReason> = new Set([
  'network',
  'timeout',
  'server',
  'contract',
  'cancelled',
]);

function mayHaveArrived(error: unknown): boolean {
  return error instanceof ApiError && unclear.has(error.reason);
}

/** Field errors of the service belong on their fields; everything else stays what it is. */
function toDocumentError(error: unknown, kind: ResourceKind): unknown {
  if (!(error instanceof ApiError) || Object.keys(error.fieldErrors).length === 0) return error;
  const toPath = kind.document?.editing?.toPath ?? ((field: readonly string[]) => field);
  return new DocumentError(
    Object.entries(error.fieldErrors).map(([field, texts]) => ({
      reason: 'refused',
      path: field === '' ? [] : toPath(field.split('.')),
      detail: texts.join(' '),
    })),
  );
}
