import type * as vscode from 'vscode';
import { tellOutcome } from './watching';
import { Watches } from '../../../actions/watch/watches';
import { systemClock } from '../../../api/scheduling/clock';
import type { Sessions } from '../../../accounts/sessions';
import type { ResourceNames } from '../../../resources/names/resourceNames';
import type { ResourceClient } from '../../../resources/resourceClient';
import type { ResourceStore } from '../../../resources/store/resourceStore';
import type { Log } from '../../editor/log';

interface WatchesServices {
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly sessions: Sessions;
  readonly names: ResourceNames;
  readonly log: Pick<Log, 'warn'>;
}

/** Watches tasks of services, including those that an earlier window started, and reports how they end. */
export function createWatches(
  context: vscode.ExtensionContext,
  services: WatchesServices,
): Watches {
  const { client, store, sessions, log } = services;
  const watches = new Watches({
    client,
    store,
    clock: systemClock,
    storage: context.workspaceState,
    note: (what) => log.warn(what),
  });
  context.subscriptions.push(watches);
  watches.onDidEnd((ended) => tellOutcome(services, ended));
  sessions.onDidChangeAccounts(async (id) => {
    if (!(await sessions.account(id))) watches.removeAccount(id);
  });
  watches.resume();
  return watches;
}
