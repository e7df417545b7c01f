import type { DocumentState } from './open/documentState';
import type { OpenText } from './open/textOrigin';
import type { Guard } from './writing/guard';
import type { Progress } from './writing/performWrite';
import type { LoggedWrite, WriteClient } from './writing/resourceUpdate';
import type { Clock } from '../api/scheduling/clock';
import type { Resource } from '../resources/kinds/kind';
import type { ResourceReference } from '../resources/reference';
import type { KeptValues } from '../resources/storage/keptValues';

export interface DocumentStat {
  /** In milliseconds since the epoch; only changes when the content does. */
  readonly changedAt: number;
  /** In bytes. */
  readonly size: number;
  readonly isEditable: boolean;
}

export interface DocumentDependencies {
  readonly client: WriteClient;
  readonly clock: Clock;
  readonly guard: Guard;
  readonly states: KeptValues<DocumentState>;
  readonly findOpen: (path: string) => OpenText | undefined;
}

export interface WriteOptions {
  readonly progress?: Progress | undefined;
  /** Replaces the guard if the person was asked about several changes at once. */
  readonly guard?: Guard | undefined;
  /** True for a revert of an earlier change, whose requests are then undone last to first. */
  readonly isRevert?: boolean | undefined;
  readonly reason?: string | undefined;
}

export interface DocumentWrite extends LoggedWrite {
  readonly reason?: string | undefined;
}

export interface ReadResource {
  readonly reference: ResourceReference;
  readonly resource: Resource;
}
