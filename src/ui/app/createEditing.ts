import type * as vscode from 'vscode';
import type { Connections } from './createConnections';
import { describeError } from '../editor/describeError';
import { CronWarnings } from '../documents/help/cronWarnings';
import { ReadOnlyMarks } from '../documents/help/readOnlyMarks';
import { MainDocuments } from '../documents/mainDocuments';
import { Saves } from '../documents/saves';
import { DraftSaves } from '../documents/drafts/draftSaves';
import type { Log } from '../editor/log';
import { LockOutWarnings, sshPort } from '../documents/lockOut/lockOutWarnings';
import { createPrompts } from '../prompts/vscodePrompts';
import { Snapshots } from '../editor/snapshots';
import { describePlace } from '../../actions/questions/question';
import { systemClock } from '../../api/scheduling/clock';
import { Documents } from '../../documents/documents';
import { DocumentStates } from '../../documents/open/documentState';
import { Proposals } from '../../documents/proposals';
import { LockOutGuard } from '../../documents/writing/guard';
import type { ResourceNames } from '../../resources/names/resourceNames';
import { t } from '../../base/l10n';

/** What names resources, and where trouble with stored values is noted. */
interface EditingReports {
  readonly names: ResourceNames;
  readonly log: Pick<Log, 'warn'>;
  /** Called with the name of a stored value that couldn't be read. */
  readonly note: (what: string) => void;
}

/** Creates documents and drafts, with the prompts and guards that their writes go through. */
export function createEditing(
  context: vscode.ExtensionContext,
  { sessions, client, store }: Connections,
  { names, log, note }: EditingReports,
) {
  const storage = context.workspaceState;
  const snapshots = new Snapshots();
  const prompts = createPrompts(snapshots);
  const lockOutReading = { client, store, sshPort };
  const guard = new LockOutGuard(lockOutReading, prompts, {
    describeError,
    describePlace: (servers) => describePlace({ sessions, store }, servers),
  });
  const mainDocuments = new MainDocuments();
  const documents = new Documents({
    client,
    clock: systemClock,
    guard,
    states: new DocumentStates(storage, note, (what) =>
      log.warn(t('"{0}" couldn\'t be stored in this workspace.', what)),
    ),
    findOpen: mainDocuments.findOpen,
  });
  documents.onDidRead(({ reference, resource }) => store.replace(reference, resource));
  const proposals = new Proposals(storage);
  const saves = new Saves({ documents, mainDocuments, sessions, proposals, names });
  const drafts = new DraftSaves({ client, store, storage, guard, prompts, sessions, names });
  context.subscriptions.push(
    documents,
    saves,
    new LockOutWarnings(lockOutReading, documents),
    mainDocuments,
    new CronWarnings(),
    new ReadOnlyMarks(),
    drafts,
    snapshots,
  );
  return {
    documents,
    mainDocuments,
    saves,
    proposals,
    lockOutGuard: guard,
    drafts,
    snapshots,
    prompts,
  };
}
