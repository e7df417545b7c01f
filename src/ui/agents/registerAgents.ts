import * as vscode from 'vscode';
import { isServerEnabled, onDidChangeServerSetting } from './agentSetting';
import type { Agents } from './agents';
import { connectionHeader } from '../../agents/endpoint';
import { randomHex } from '../../base/random';
import { t } from '../../base/l10n';

const providerId = 'serverManagement.agents';

/** A placeholder address: the real server gets a new one with each start. */
const nowhere = 'http://127.0.0.1/mcp';

type Load = () => Promise<{ readonly services: { readonly agents: Pick<Agents, 'start'> } }>;

/** Offers the tools to agents in the editor, which start the server when they first need it. */
export function registerAgents(load: Load): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> = {
    onDidChangeMcpServerDefinitions: changed.event,
    async provideMcpServerDefinitions() {
      if (!isServerEnabled()) return [];
      // Once loaded, it also waits for programs outside the editor that request a server.
      await load();
      return [
        new vscode.McpHttpServerDefinition(t('Server Management'), vscode.Uri.parse(nowhere)),
      ];
    },
    async resolveMcpServerDefinition(definition) {
      const { services } = await load();
      const { url, token } = await services.agents.start();
      definition.uri = vscode.Uri.parse(url);
      definition.headers = {
        Authorization: `Bearer ${token}`,
        [connectionHeader]: randomHex(16),
      };
      return definition;
    },
  };
  return vscode.Disposable.from(
    changed,
    onDidChangeServerSetting(() => changed.fire()),
    vscode.lm.registerMcpServerDefinitionProvider(providerId, provider),
  );
}
