import type { PartOutcome } from './partOutcomes';
import type { Outcome } from './outcome';
import type { CallOptions } from '../../api/client';
import type { JsonObject } from '../../base/json';
import type { Change } from '../../base/patch';
import type { Resource } from '../../resources/kinds/kind';
import type { ReadWholeOptions } from '../../resources/parts/readWhole';
import type { ResourceReference } from '../../resources/reference';
import type { WriteRequest } from '../../resources/resourceClient';

export interface WriteClient {
  /** Reads what a document shows. @throws ApiError, UnknownAccountError. */
  readWhole(reference: ResourceReference, options?: ReadWholeOptions): Promise<Resource>;
  write(
    reference: ResourceReference,
    request: WriteRequest,
    options?: CallOptions,
  ): Promise<unknown>;
}

/** A write as logged in the history; credentials are masked. */
export interface LoggedWrite {
  readonly reference: ResourceReference;
  readonly changes: readonly Change[];
  readonly outcome: Exclude<Outcome, 'failed'>;
  readonly parts?: readonly PartOutcome[] | undefined;
  /** Identifies the write, which is logged again if its outcome becomes known later. */
  readonly write?: string;
}

interface Sides {
  /** Start of the person's changes; undefined if it was lost. */
  readonly base: JsonObject | undefined;
  readonly mine: JsonObject;
}

export interface ResourceUpdate {
  readonly reference: ResourceReference;
  readonly theirs?: JsonObject | undefined;
  /** @throws DocumentError if the change can't be applied to the live content. */
  readonly toSides: (theirs: JsonObject) => Sides;
  /** True for a revert of an earlier one, whose requests are then undone last to first. */
  readonly isRevert?: boolean | undefined;
}
