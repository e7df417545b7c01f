import type { Guard } from './guard';
import { MergeJob, type MergeSurroundings, type Planned, type VerifiedState } from './mergeJob';
import { performWrite, type Progress, type WriteResult } from './performWrite';
import { isAsMeant } from './outcome';
import { StoppedError, WriteError } from './writeError';
import type { Wish } from './wish';
import { maskForms } from '../maskCredentials';
import { type JsonObject, pick } from '../../base/json';
import { apply } from '../../base/patch';
import type { Resource } from '../../resources/kinds/kind';
import { ownPart, partOf } from '../../resources/parts/readWhole';
import type { ResourceReference } from '../../resources/reference';

/** What a write depends on. */
interface WriteSurroundings extends MergeSurroundings {
  readonly guard: Guard;
}

/** A completed write. */
export interface Written {
  /** Whether there was anything to send. */
  readonly isChanged: boolean;
  /** The service's current content, as far as it is known. */
  readonly content: JsonObject;
  /** The resource, if it was returned or read after the last request. */
  readonly resource?: Resource | undefined;
  /** Why the answer was lost, if it was; the write still took effect. */
  readonly lost?: unknown;
}

/**
 * Changes a resource: the requests are planned against the service's current state, and the result
 * is compared with what was sent.
 * @throws StoppedError, DocumentError, ApiError, UnknownAccountError if nothing was changed;
 * WriteError if something may have been, but not everything that was sent.
 */
export async function writeResource(
  around: WriteSurroundings,
  wish: Wish,
  progress?: Progress,
): Promise<Written> {
  const job = new MergeJob(around, wish);
  const result = await performWrite(around, job, progress);
  switch (result.type) {
    case 'nothing':
      return { isChanged: false, content: job.planned.theirs };
    case 'stopped':
      throw new StoppedError();
    case 'failed':
      throw result.error;
    case 'sent':
      return toWritten(wish.reference, job.planned, result);
  }
}

/** @throws WriteError if it wasn't completed. */
function toWritten(
  { kind }: ResourceReference,
  { theirs, plan }: Planned,
  { found, error, later }: Extract<WriteResult<VerifiedState>, { readonly type: 'sent' }>,
): Written {
  const { outcome, content, resource, arrived, kept } = found;
  if (!isAsMeant(outcome)) {
    throw new WriteError(outcome, {
      arrived,
      // If it failed, nothing changed, which the outcome already says.
      kept: outcome === 'failed' ? [] : kept,
      ...(error === undefined ? {} : { cause: error }),
      later: later?.then((shown) => shown?.arrived),
    });
  }
  const expected = apply(theirs, plan.changes);
  // A part that can't be read right now is assumed to be as it was sent.
  const unread = Object.keys(expected).filter(
    (name) => partOf(kind, [name]) !== ownPart && content?.[name] === undefined,
  );
  const known = maskForms(content ? { ...content, ...pick(expected, unread) } : expected);
  return { isChanged: true, content: known as JsonObject, resource, lost: error };
}
