import * as vscode from 'vscode';
import { openWebsite } from '../openWebsite';
import type { Handler, Handlers } from '../handler';
import { connectAgents } from '../../agents/connectAgents';
import { linkWorkspace } from '../../accounts/link/linkWorkspace';
import { asReference } from '../target';
import { platform } from '../../../platform/platform';
import { type ResourceReference, toPathValues } from '../../../resources/reference';
import { toDatabaseAddress, toFollow, toLogPaths, toShellIn } from '../../../resources/sshCommands';
import { pickResource } from '../../prompts/pickers/pickResource';
import { showMessage } from '../../editor/messages';
import { tellInPassing } from '../../editor/statusBar';
import { t } from '../../editor/l10n';
import {
  findRemoteFolder,
  findSshPlace,
  hasTerminals,
  messageNameOf,
  openSsh,
  type SshPlace,
  toServer,
} from '../sshConnect';
import { askSshLogin } from '../sshLogin';

/** Commands that connect to a resource, such as over SSH or in the browser. */
export const connectHandlers = {
  'serverManagement.openSshTerminal': async (services, parameter) => {
    const place = await findSshPlace(services, parameter, 'server');
    if (!place) return;
    const folder = findRemoteFolder(services, place);
    if (isInFolder(place) && folder === undefined) return;
    const { user, host } = place.target;
    const command = folder === undefined ? {} : { command: toShellIn(folder) };
    await openSsh(place, `${user}@${host}`, command);
  },

  'serverManagement.followLog': async (services, parameter) => {
    const place = await findSshPlace(services, parameter, 'webApplication');
    if (!place) return;
    const { name, rootPath } = place.resource ?? {};
    const paths = toLogPaths(logPathTemplates(), { name, rootPath });
    if (paths) {
      const title = t('Log of {0}', messageNameOf(services, place.reference));
      await openSsh(place, title, { command: toFollow(paths) });
    } else {
      await offerLogPaths(messageNameOf(services, place.reference));
    }
  },

  'serverManagement.openTunnel': async (services, parameter) => {
    const place = await findSshPlace(services, parameter, 'database');
    if (!place) return;
    const { reference, resource } = place;
    const localPort = await platform.findFreePort();
    const remotePort = vscode.workspace
      .getConfiguration('serverManagement.ssh')
      .get<number>('databasePort', 3306);
    const name = reference.kind === 'database' ? resource?.['name'] : undefined;
    const address = toDatabaseAddress(localPort, typeof name === 'string' ? name : '');
    await openSsh(place, t('Tunnel to {0}', messageNameOf(services, reference)), {
      tunnel: { localPort, remotePort },
    });
    if (!hasTerminals()) return;
    await vscode.env.clipboard.writeText(address);
    tellInPassing(t('Copied: {0}', address));
  },

  'serverManagement.openRemoteSsh': async (services, parameter) => {
    // Checked first, because otherwise the answers would be of no use.
    if (!vscode.extensions.getExtension(remoteSshId)) {
      await offerRemoteSsh();
      return;
    }
    const place = await findSshPlace(services, parameter, 'server');
    if (!place) return;
    const { host, user, port } = place.target;
    // IPv6 addresses contain colons themselves.
    const name = host.includes(':') ? `[${host}]` : host;
    const authority = `ssh-remote+${user}@${name}:${port}`;
    const path = findRemoteFolder(services, place);
    if (path !== undefined) {
      const folder = vscode.Uri.from({ scheme: 'vscode-remote', authority, path });
      await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
    } else if (!isInFolder(place)) {
      await vscode.commands.executeCommand('vscode.newWindow', { remoteAuthority: authority });
    }
  },

  'serverManagement.changeSshLogin': async (services, parameter) => {
    const reference = toServer(asReference(parameter)) ?? (await pickResource(services, 'server'));
    if (reference) await askSshLogin(services, reference);
  },

  'serverManagement.openPanelPage': async (services, parameter) => {
    const reference = asReference(parameter) ?? (await pickResource(services, 'server'));
    if (!reference) return;
    const pages = vscode.workspace
      .getConfiguration('serverManagement')
      .get<Readonly<Record<string, unknown>>>('panelPages', {});
    const page = pages[reference.account];
    if (typeof page === 'string' && /^https?:\/\//.test(page)) {
      await vscode.env.openExternal(vscode.Uri.parse(fillIn(page, reference), true));
    } else {
      await offerPanelPages(reference);
    }
  },

  'serverManagement.openWebsite': openWebsite,

  'serverManagement.connectAgents': (services) => connectAgents(services),

  'serverManagement.linkWorkspace': (services) => linkWorkspace(services),
} satisfies Partial<Record<keyof Handlers, Handler>>;

const remoteSshId = 'ms-vscode-remote.remote-ssh';

/** Whether it's something with a folder of its own. */
function isInFolder({ reference }: SshPlace): boolean {
  return reference.kind === 'webApplication';
}

function logPathTemplates(): readonly string[] {
  const paths = vscode.workspace.getConfiguration('serverManagement.ssh').get<unknown>('logPaths');
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}

async function offerLogPaths(name: string): Promise<void> {
  const setting = 'serverManagement.ssh.logPaths';
  const run = () => vscode.commands.executeCommand('workbench.action.openSettings', setting);
  await showMessage('warning', t('The log paths for "{0}" aren\'t valid.', name), [
    { title: t('Open Settings'), run },
  ]);
}

/** The address with the placeholders replaced by ids. */
function fillIn(page: string, reference: ResourceReference): string {
  return Object.entries(toPathValues(reference)).reduce(
    (text, [name, id]) => text.replaceAll(`{${name}}`, encodeURIComponent(String(id))),
    page,
  );
}

async function offerRemoteSsh(): Promise<void> {
  const run = () => vscode.commands.executeCommand('extension.open', remoteSshId);
  await showMessage(
    'information',
    t('Install the Remote - SSH extension to open a server in a window.'),
    [{ title: t('Show the Extension'), run }],
  );
}

async function offerPanelPages({ account }: ResourceReference): Promise<void> {
  const run = () =>
    vscode.commands.executeCommand('workbench.action.openSettings', 'serverManagement.panelPages');
  await showMessage(
    'information',
    t('The control panel address for "{0}" isn\'t set. Add it in the settings.', account),
    [{ title: t('Open Settings'), run }],
  );
}
