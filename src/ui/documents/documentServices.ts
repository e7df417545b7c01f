import type * as vscode from 'vscode';
import type { MainDocuments } from './mainDocuments';
import type { Saves } from './saves';
import type { Snapshots } from '../editor/snapshots';
import type { Sessions } from '../../accounts/sessions';
import type { Event } from '../../base/emitter';
import type { Change } from '../../base/patch';
import type { Documents } from '../../documents/documents';
import type { StoredDraft } from '../../documents/drafts/storedDraft';
import type { ChangeLog } from '../../documents/history/changeLog';
import type { Proposals } from '../../documents/proposals';
import type { ResourceNames } from '../../resources/names/resourceNames';
import type { Origin } from '../../pending/stagedChange';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/store/resourceStore';
import type { Log } from '../editor/log';
import type { Explorer } from '../explorer/explorer';

interface ShownDrafts {
  readonly secrets: { of(uri: vscode.Uri): readonly { readonly path: readonly string[] }[] };
  readonly onDidChangeState: Event<void>;
  find(uri: vscode.Uri): StoredDraft | undefined;
  isBeingCreated(uri: vscode.Uri): boolean;
}

/** Where changes are staged. */
interface StagingArea {
  stage(
    changed: readonly {
      readonly reference: ResourceReference;
      readonly origin: Origin;
      readonly changes: readonly Change[];
      readonly reason?: string;
    }[],
  ): Promise<void>;
}

/** Shared by opening, comparing, saving and explaining documents. */
export interface DocumentServices {
  /** The title of the command that they are for. */
  readonly title: string;
  readonly log: Log;
  readonly sessions: Sessions;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly names: ResourceNames;
  readonly explorer: Explorer;
  readonly documents: Documents;
  readonly mainDocuments: MainDocuments;
  readonly saves: Saves;
  readonly snapshots: Snapshots;
  readonly drafts: ShownDrafts;
  readonly proposals: Proposals;
  readonly changeLog: ChangeLog;
  readonly pending: StagingArea;
}
