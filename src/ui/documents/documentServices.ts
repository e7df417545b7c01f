import type { DraftSaves } from './drafts/draftSaves';
import type { MainDocuments } from './mainDocuments';
import type { Saves } from './saves';
import type { Snapshots } from '../editor/snapshots';
import type { Prompts } from '../../actions/action';
import type { Documents } from '../../documents/documents';
import type { ChangeLog } from '../../documents/history/changeLog';
import type { KeptValues } from '../../resources/storage/stored';
import type { SaveGate } from '../../documents/saveGate';
import type { LockOutGuard } from '../../documents/writing/guard';
import type { ResourceNames } from '../../resources/names/resourceNames';
import type { Staging } from '../../pending/stagedChange';
import type { TogetherTexts } from '../../pending/togetherTexts';
import type { ResourceClient } from '../../resources/resourceClient';
import type { Log } from '../editor/log';
import type { PickServices } from '../prompts/pickers/pickResource';
import type { Attention } from '../explorer/findings/attention';

/** Shared by documents, drafts, pending changes and tools. */
export interface DocumentServices extends PickServices {
  readonly log: Log;
  readonly client: ResourceClient;
  readonly names: ResourceNames;
  readonly attention: Attention;
  readonly prompts: Prompts;
  readonly lockOutGuard: LockOutGuard;
  readonly documents: Documents;
  readonly mainDocuments: MainDocuments;
  readonly saves: Saves;
  readonly saveGate: SaveGate;
  readonly snapshots: Snapshots;
  readonly drafts: DraftSaves;
  readonly proposals: KeptValues<true>;
  readonly changeLog: ChangeLog;
  readonly pending: {
    readonly together: Pick<TogetherTexts, 'references'>;
    stage(changed: readonly Omit<Staging, 'path'>[]): Promise<void>;
  };
}
