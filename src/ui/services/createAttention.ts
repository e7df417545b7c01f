import type * as vscode from 'vscode';
import { Attention } from '../attention/attention';
import { FilteredCertificates } from '../attention/filteredCertificates';
import { attentionSettings, onDidChangeAttentionSettings } from '../attention/settings';
import { FindingMarks } from '../documents/help/findingMarks';
import type { Explorer } from '../explorer';
import { StorageFolder } from '../storage/storageFolder';
import type { Views } from '../views';
import { Mutes } from '../../findings/mutes';

/** Creates the Needs Attention view and the marks in open documents, for accounts that still exist. */
export function createAttention(
  { globalStorageUri, extension, subscriptions }: vscode.ExtensionContext,
  { attention: view, servers }: Views,
  { explorer, note }: { readonly explorer: Explorer; readonly note: (what: string) => void },
): Attention {
  const { sources, finder } = explorer;
  const folder = new StorageFolder(globalStorageUri);
  const mutes = new Mutes(sources.choices);
  const attention = new Attention({ view, sources, finder, folder, mutes, note });
  const marks = new FindingMarks({
    extensionId: extension.id,
    mutes,
    severityOf: (rule) => attentionSettings().severityOf(rule),
    onDidChangeSettings: onDidChangeAttentionSettings,
  });
  subscriptions.push(marks, mutes, new FilteredCertificates(attention, sources, servers));
  sources.sessions.onDidChangeAccounts(async (id) => {
    if (!(await sources.sessions.account(id))) await attention.forget(id);
  });
  return attention;
}
