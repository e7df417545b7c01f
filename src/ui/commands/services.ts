import type { SandboxHost } from '../accounts/sandboxHost';
import type { SecretPersistence } from '../accounts/secretPersistence';
import type { StoredData } from '../accounts/storedData';
import type { Agents } from '../agents/agents';
import type { DraftSaves } from '../documents/drafts/draftSaves';
import type { MainDocuments } from '../documents/mainDocuments';
import type { ReportTexts } from '../documents/reports/provideReport';
import type { Saves } from '../documents/saves';
import type { Log } from '../editor/log';
import type { Snapshots } from '../editor/snapshots';
import type { SharedStorage } from '../editor/storage/sharedStorage';
import type { CurrentTargets } from '../explorer/currentTargets';
import type { Explorer } from '../explorer/explorer';
import type { Attention } from '../explorer/findings/attention';
import type { FindingsAbove } from '../explorer/findings/findingsAbove';
import type { Panels } from '../panels/panels';
import type { Pending } from '../pending/pending';
import type { AccountStore } from '../../accounts/accountStore';
import type { RecentExchanges } from '../../accounts/recentExchanges';
import type { Sessions } from '../../accounts/sessions';
import type { UnfinishedForms } from '../../actions/questions/unfinishedForms';
import type { Prompts } from '../../actions/questions/prompts';
import type { Watches } from '../../actions/watch/watches';
import type { Documents } from '../../documents/documents';
import type { ChangeLog } from '../../documents/history/changeLog';
import type { KeptValues } from '../../resources/storage/keptValues';
import type { SaveGate } from '../../documents/saveGate';
import type { LockOutGuard } from '../../documents/writing/guard';
import type { Mutes } from '../../findings/mutes';
import type { ResourceNames } from '../../resources/names/resourceNames';
import type { ResourceClient } from '../../resources/resourceClient';
import type { SshLogins } from '../../resources/sshTarget';
import type { ResourceStore } from '../../resources/store/resourceStore';

export interface Services {
  readonly extensionId: string;
  readonly version: string;
  /** The title of the command that they are for, as pickers show it. */
  readonly title: string;
  readonly log: Log;
  /** Logs the name of a stored value that couldn't be read. */
  readonly note: (what: string) => void;
  readonly secretPersistence: SecretPersistence;
  readonly shared: SharedStorage;
  readonly storedData: StoredData;
  readonly accounts: AccountStore;
  readonly sandbox: SandboxHost;
  readonly sessions: Sessions;
  readonly recentExchanges: RecentExchanges;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly names: ResourceNames;
  readonly explorer: Explorer;
  /** The tree of servers with what needs attention. */
  readonly servers: FindingsAbove;
  readonly attention: Attention;
  readonly mutes: Mutes;
  readonly prompts: Prompts;
  readonly snapshots: Snapshots;
  readonly documents: Documents;
  readonly mainDocuments: MainDocuments;
  readonly saves: Saves;
  readonly saveGate: SaveGate;
  readonly proposals: KeptValues<true>;
  readonly lockOutGuard: LockOutGuard;
  readonly drafts: DraftSaves;
  readonly changeLog: ChangeLog;
  readonly pending: Pending;
  readonly unfinishedForms: UnfinishedForms;
  readonly watches: Watches;
  readonly sshLogins: SshLogins;
  readonly currentTargets: CurrentTargets;
  readonly panels: Panels;
  readonly reportTexts: ReportTexts;
  readonly agents: Agents;
  /** Stops everything that runs, keeping its data. */
  stop(): Promise<void>;
}
