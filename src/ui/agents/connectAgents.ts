import * as vscode from 'vscode';
import { agentEntries } from '../../agents/entries';
import { isNode } from '../../platform/isNode';
import { askModal, showMessage } from '../editor/messages';
import { showPick } from '../editor/quickInput';
import { tellInPassing } from '../editor/statusBar';
import type { Agents } from './agents';
import { isServerWanted, wantServer } from './agentSetting';
import { t } from '../../base/l10n';

/** Shows the entry that makes an agent use the tools, and copies it if the person agrees. */
export async function connectAgents({
  agents,
  title,
}: {
  readonly agents: Agents;
  readonly title: string;
}): Promise<void> {
  if (!isNode) {
    await showMessage(
      'information',
      t('Other agents can only be connected to VS Code on the desktop.'),
    );
    return;
  }
  const chosen = await showPick(
    agentEntries.map((entry) => ({ label: entry.agent, description: entry.file, entry })),
    { title, placeHolder: t('Select an agent; most others take the last entry') },
  );
  if (!chosen) return;
  const { agent, file, toText } = chosen.entry;
  const text = toText(await agents.installProgram());
  const isOn = isServerWanted();
  const where = t('Add this to {0}:', file);
  const effect = t('This also turns on the setting {0}.', 'serverManagement.agents.server');
  const isAgreed = await askModal({
    question: t('Connect {0}?', agent),
    detail: [where, '', text, ...(isOn ? [] : ['', effect])].join('\n'),
    place: undefined,
    button: t('Copy Entry'),
  });
  if (!isAgreed) return;
  if (!isOn) await wantServer();
  await vscode.env.clipboard.writeText(text);
  tellInPassing(t('Entry for {0} copied', agent));
}
