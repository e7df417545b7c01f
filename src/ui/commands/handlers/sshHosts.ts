import * as vscode from 'vscode';
import type { Handler, Services } from '../services';
import { accountIdOf } from '../target';
import type { MessageAction } from '../../../base/questions';
import { platform } from '../../../platform/platform';
import type { ResourceId } from '../../../resources/kinds/kind';
import type { SshLogin, SshTarget } from '../../../resources/ssh';
import {
  findHost,
  findInvalid,
  hasAddress,
  hostsFile,
  isIncluded,
  type SshHost,
  type SshRoute,
  withHosts,
  withInclude,
  withoutHosts,
} from '../../../resources/sshHosts';
import { itemOf, type ResourceReference, serversOf } from '../../../resources/reference';
import { toPlain } from '../../../base/foreignText';
import { formats, t } from '../../../base/l10n';
import { sshPort } from '../../documents/help/lockOutWarnings';
import { showDiffs } from '../../editor/diff';
import { askInNotification, showError, showMessage, commandButton } from '../../editor/messages';
import { withLateProgress } from '../../editor/progress';
import { pickAccount } from '../../prompts/pickers/pickResource';

const shownHosts = `~/.ssh/${hostsFile}`;

/** Shows what changes in the files of SSH, and asks, because other programs read them, too. */
export const writeSshHosts: Handler = async (services, parameter) => {
  const folder = sshFolder();
  const route = readRoute();
  const invalid = findInvalid(route);
  if (!folder) {
    await showMessage('information', t("A browser alone can't write the files of SSH."));
    return;
  }
  if (invalid) return tellInvalid(invalid);
  const id = accountIdOf(parameter);
  const account = await (id === undefined ? pickAccount(services) : services.sessions.account(id));
  if (!account) return;
  const hosts = await withLateProgress(t('Reading servers…'), (signal) =>
    readHosts(services, account.id, signal),
  );
  const written = await readText(folder, hostsFile);
  const config = await readText(folder, 'config');
  const files = [
    { name: hostsFile, before: written, after: withHosts(written, account, hosts, route) },
    { name: 'config', before: config, after: withInclude(config) },
  ].filter(({ before, after }) => before !== after);
  const without = hosts.filter((host) => !hasAddress(host)).length;
  const leftOut = without === 0 ? '' : t('{0} without an IP address are left out.', without);
  if (files.length === 0) {
    const text = t('{0} has all servers of {1} already.', shownHosts, account.label);
    await showMessage('information', [text, leftOut].filter(Boolean).join(' '));
    return;
  }
  await showDiffs(
    files.map(({ name, before, after }) => ({
      // The same path twice: otherwise the editor marks the file as renamed.
      before: services.snapshots.put(`/.ssh/${name}`, before, 'before'),
      after: services.snapshots.put(`/.ssh/${name}`, after),
    })),
    t('SSH hosts of {0}', account.label),
  );
  const adds = files.some(({ name }) => name === 'config')
    ? t('~/.ssh/config gets one line that includes it, before everything else.')
    : '';
  const isAgreed = await askInNotification({
    question: t('Write {0} servers to {1}?', formats.number(hosts.length - without), shownHosts),
    detail: [leftOut, adds].filter(Boolean).join(' '),
    button: t('Write'),
  });
  if (!isAgreed) return;
  await changeText(folder, hostsFile, (text) => withHosts(text, account, hosts, route));
  await changeText(folder, 'config', withInclude);
};

export async function removeSshHosts(account: string): Promise<void> {
  const folder = sshFolder();
  if (!folder) return;
  try {
    await changeText(folder, hostsFile, (text) => text && withoutHosts(text, account));
  } catch (error) {
    await showError(t("The account's hosts couldn't be removed from {0}.", shownHosts), error);
  }
}

/** The server as the hosts file knows it, with its jump host and key; otherwise as it was given. */
export async function toWrittenTarget(
  { account, ids: [id = ''] }: ResourceReference,
  target: SshTarget,
): Promise<SshTarget> {
  const folder = sshFolder();
  if (!folder) return target;
  const [config, hosts] = await Promise.all([
    readText(folder, 'config'),
    readText(folder, hostsFile),
  ]).catch(() => ['', '']);
  const host = findHost(hosts, account, id, target.host);
  return host === undefined || !isIncluded(config) ? target : { ...target, host };
}

export function loginForAll(): SshLogin | undefined {
  const user = vscode.workspace
    .getConfiguration('serverManagement.ssh')
    .inspect<string>('user')?.globalValue;
  return user === undefined ? undefined : { user, port: sshPort() };
}

async function readHosts(
  { explorer, store, sshLogins }: Services,
  account: string,
  signal: AbortSignal,
): Promise<readonly SshHost[]> {
  const collection = serversOf(account);
  const { items } = await store.all(collection, undefined, { signal });
  return Promise.all(
    items.map(async ({ id, ipAddress }) => {
      const server = itemOf(collection, { id });
      const login = (await sshLogins.of(server)) ?? loginForAll();
      return {
        id: id as ResourceId,
        name: toPlain(explorer.describe(server).label),
        address: ipAddress,
        user: login?.user,
        port: login?.port ?? sshPort(),
      };
    }),
  );
}

function readRoute(): SshRoute {
  const settings = vscode.workspace.getConfiguration('serverManagement.ssh');
  return {
    jumpHost: settings.get<string>('jumpHost', '').trim(),
    identityFile: settings.get<string>('identityFile', '').trim(),
  };
}

export function openSettings(setting: string): MessageAction {
  return commandButton(t('Open Settings'), 'workbench.action.openSettings', setting);
}

async function tellInvalid(name: keyof SshRoute): Promise<void> {
  const setting = `serverManagement.ssh.${name}`;
  const text = t('The setting {0} isn\'t valid: "{1}".', setting, readRoute()[name]);
  await showMessage('warning', text, [openSettings(setting)]);
}

/** Of the machine that terminals with SSH run on; undefined in a browser. */
function sshFolder(): vscode.Uri | undefined {
  const home = platform.homeFolder();
  return home === undefined ? undefined : vscode.Uri.joinPath(vscode.Uri.file(home), '.ssh');
}

/** Empty if there is no such file. @throws Error unless it's UTF-8, which alone is written back unchanged. */
async function readText(folder: vscode.Uri, name: string): Promise<string> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return '';
    throw error instanceof TypeError ? new Error(t("~/.ssh/{0} isn't UTF-8 text.", name)) : error;
  }
}

async function changeText(
  folder: vscode.Uri,
  name: string,
  change: (text: string) => string,
): Promise<void> {
  const before = await readText(folder, name);
  const after = change(before);
  if (after === before) return;
  await vscode.workspace.fs.createDirectory(folder);
  await vscode.workspace.fs.writeFile(
    vscode.Uri.joinPath(folder, name),
    new TextEncoder().encode(after),
  );
}
