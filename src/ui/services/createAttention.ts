import type * as vscode from 'vscode';
import { Attention } from '../explorer/findings/attention';
import { FilteredCertificates } from '../explorer/findings/filteredCertificates';
import type { Explorer } from '../explorer/explorer';
import { StorageFolder } from '../editor/storage/storageFolder';
import type { Views } from '../explorer/views';
import { Mutes } from '../../findings/mutes';

/** What needs attention, and the findings that the person muted. */
export interface AttentionServices {
  readonly attention: Attention;
  readonly mutes: Mutes;
}

/** Creates the Needs Attention view, for accounts that still exist. */
export function createAttention(
  { globalStorageUri, subscriptions }: vscode.ExtensionContext,
  { attention: view, servers }: Views,
  { explorer, note }: { readonly explorer: Explorer; readonly note: (what: string) => void },
): AttentionServices {
  const { sources, finder } = explorer;
  const folder = new StorageFolder(globalStorageUri);
  const mutes = new Mutes(sources.choices);
  const attention = new Attention({ view, sources, finder, folder, mutes, note });
  subscriptions.push(mutes, new FilteredCertificates(attention, sources, servers));
  sources.sessions.onDidChangeAccounts(async (id) => {
    if (!(await sources.sessions.account(id))) await attention.forget(id);
  });
  return { attention, mutes };
}
