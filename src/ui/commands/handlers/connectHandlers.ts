import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { connectAgents } from '../../agents/agents';
import { findPanelPage } from '../../accounts/accountActions';
import { linkWorkspace } from '../../accounts/link/workspaceLink';
import { type AskingCommand, ownerFor, resourceFor } from '../target';
import { findKind } from '../../../resources/kinds/kinds';
import { platform } from '../../../platform/platform';
import {
  collectionBelow,
  itemOf,
  type ResourceReference,
  toPathValues,
  serverOf,
} from '../../../resources/reference';
import {
  type SshPurpose,
  toDatabaseAddress,
  toFollow,
  toLogPaths,
  toServerPath,
  toShellIn,
  toSshArguments,
  toSshCommandLine,
  type SshTarget,
  toSshTarget,
  type SshLogin,
} from '../../../resources/ssh';
import { askModal, showMessage, commandButton } from '../../editor/messages';
import { showBriefly } from '../../editor/statusBar';
import { describePlace } from '../../../actions/question';
import type { Resource } from '../../../resources/kinds/kind';
import { isPrivate, mainDomain, toWebsite } from '../../../resources/website';
import { toPlain } from '../../../base/foreignText';
import { isIp } from '../../../resources/network/ipRange';
import { createTerminal, isBesideRemote } from '../../editor/machine';
import { readKnown } from '../../../explorer/treeSources';
import { t } from '../../../base/l10n';
import type { Option } from '../../../base/questions';
import { text, type Field } from '../../../documents/creations/fields';
import { sshPort } from '../../documents/help/lockOutWarnings';
import { askForm } from '../../prompts/askForm';
import { loginForAll, openSettings, toWrittenTarget, writeSshHosts } from './sshHosts';

export const connectHandlers = {
  'serverManagement.openSshTerminal': async (services, parameter) => {
    const place = await findSshPlace(services, 'serverManagement.openSshTerminal', parameter);
    if (!place) return;
    const folder = findRemoteFolder(services, place);
    if (isInFolder(place) && folder === undefined) return;
    const { user, host } = place.target;
    // The shell that a command is pasted into would replace `$SHELL` with its own.
    const shell = hasTerminals() ? '$SHELL' : 'bash';
    const command = folder === undefined ? {} : { command: toShellIn(folder, shell) };
    await openSsh(services, place, `${user}@${host}`, command);
  },

  'serverManagement.followLog': async (services, parameter) => {
    const place = await findSshPlace(services, 'serverManagement.followLog', parameter);
    if (!place) return;
    const { name, rootPath } = place.resource ?? {};
    const paths = toLogPaths(logPathTemplates(), { name, rootPath });
    const shown = messageNameOf(services, place.reference);
    if (paths) {
      return openSsh(services, place, t('Log of {0}', shown), { command: toFollow(paths) });
    }
    await showMessage('warning', t('The log paths for "{0}" aren\'t valid.', shown), [
      openSettings('serverManagement.ssh.logPaths'),
    ]);
  },

  'serverManagement.openTunnel': async (services, parameter) => {
    const place = await findSshPlace(services, 'serverManagement.openTunnel', parameter);
    if (!place) return;
    const { reference, resource } = place;
    const localPort = await platform.findFreePort();
    const remotePort = vscode.workspace
      .getConfiguration('serverManagement.ssh')
      .get<number>('databasePort', 3306);
    const name = reference.kind === 'database' ? resource?.['name'] : undefined;
    const address = toDatabaseAddress(localPort, typeof name === 'string' ? name : '');
    await openSsh(services, place, t('Tunnel to {0}', messageNameOf(services, reference)), {
      tunnel: { localPort, remotePort },
    });
    if (!hasTerminals()) return;
    await vscode.env.clipboard.writeText(address);
    showBriefly(t('Copied: {0}', address));
  },

  'serverManagement.openRemoteSsh': async (services, parameter) => {
    // Checked first, because otherwise the answers would be of no use.
    if (!vscode.extensions.all.some(({ id }) => remoteSsh.test(id))) {
      return showMessage(
        'information',
        t('Install the Remote - SSH extension to open a server in a window.'),
        [commandButton(t('Search Extensions'), 'workbench.extensions.search', 'remote-ssh')],
      );
    }
    const place = await findSshPlace(services, 'serverManagement.openRemoteSsh', parameter);
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
    const server = await ownerFor(services, 'serverManagement.changeSshLogin', parameter);
    if (server) await askSshLogin(services, server);
  },

  'serverManagement.writeSshHosts': writeSshHosts,

  'serverManagement.openPanelPage': async (services, parameter) => {
    const reference = await resourceFor(services, 'serverManagement.openPanelPage', parameter);
    if (!reference) return;
    const page = await findPanelPage(services, reference.account);
    if (page !== undefined) {
      await vscode.env.openExternal(vscode.Uri.parse(fillIn(page, reference), true));
    }
  },

  'serverManagement.openWebsite': openWebsite,

  'serverManagement.connectAgents': ({ agents, extensionId, title }) =>
    connectAgents(agents, extensionId, title),

  'serverManagement.linkWorkspace': (services) => linkWorkspace(services),
} satisfies Partial<Record<keyof Handlers, Handler>>;

/** Each editor that is built from VS Code has its own, and all take the same addresses. */
const remoteSsh = /\bremote-(?:open)?ssh$/;

function isInFolder({ reference }: SshPlace): boolean {
  return findKind(reference.kind).fields.includes('rootPath');
}

function logPathTemplates(): readonly string[] {
  const paths = vscode.workspace.getConfiguration('serverManagement.ssh').get<unknown>('logPaths');
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}

function fillIn(page: string, reference: ResourceReference): string {
  return Object.entries(toPathValues(reference)).reduce(
    (text, [name, id]) => text.replaceAll(`{${name}}`, encodeURIComponent(String(id))),
    page,
  );
}

async function openWebsite(services: Services, parameter: unknown): Promise<void> {
  const reference = await resourceFor(services, 'serverManagement.openWebsite', parameter);
  if (!reference) return;
  const found = await findDomain(services, reference);
  const certificate = found && (await services.explorer.known({ ...found.reference, kind: 'ssl' }));
  const address = found && toWebsite(found.domain, certificate, Date.now());
  if (!address) return tellNone(services, reference);
  // The service must not lead the browser into the person's own network unnoticed.
  const mayOpen =
    !isPrivate(address) ||
    (await askModal({
      question: t('Open {0}?', address),
      detail: t(
        'The name comes from the service, but leads to your own network: to a website that may not be the one on the server.',
      ),
      place: await describePlace(services, [reference]),
      button: t('Open'),
    }));
  if (mayOpen) await vscode.env.openExternal(vscode.Uri.parse(address, true));
  return undefined;
}

/** @throws ApiError if the domains can't be read. */
async function findDomain(
  { explorer, store }: Services,
  reference: ResourceReference,
): Promise<{ readonly reference: ResourceReference; readonly domain: Resource } | undefined> {
  if (reference.kind === 'domain') {
    const domain = await explorer.known(reference);
    return domain && { reference, domain };
  }
  if (reference.kind !== 'webApplication') return undefined;
  const domains = collectionBelow(reference, 'domain');
  const domain = mainDomain((await store.list(domains)).items);
  return domain && { reference: itemOf(domains, domain), domain };
}

async function tellNone({ explorer }: Services, reference: ResourceReference): Promise<void> {
  const { label } = explorer.describe(reference);
  const text =
    reference.kind === 'domain'
      ? t('"{0}" isn\'t a host name that a browser can open.', String(label))
      : t('"{0}" has no domain that a browser can open. Create one first.', String(label));
  await showMessage('warning', text);
}

interface SshPlace {
  readonly target: SshTarget;
  readonly reference: ResourceReference;
  readonly resource: Resource | undefined;
}

/** Undefined if cancelled or impossible; a message says why. */
async function findSshPlace(
  services: Services,
  command: AskingCommand,
  parameter: unknown,
): Promise<SshPlace | undefined> {
  const reference = await resourceFor(services, command, parameter);
  const server = reference && serverOf(reference);
  if (!server) return undefined;
  const [found, resource] = await Promise.all([
    readKnown(services.explorer.sources, server),
    readKnown(services.explorer.sources, reference),
  ]);
  const login = await findSshLogin(services, server);
  if (!login) return undefined;
  const target = toSshTarget(found?.['ipAddress'], login.user, login.port);
  if (target) {
    // The person's own configuration of SSH decides what a name stands for.
    const isMeant =
      isIp(target.host) ||
      (await askModal({
        question: t('Connect to {0}?', `${target.user}@${target.host}`),
        detail: t(
          'The service gives a name in place of an IP address. ~/.ssh/config and your network decide which machine that is.',
        ),
        place: await describePlace(services, [server]),
        button: t('Connect'),
      }));
    if (!isMeant) return undefined;
    return { target: await toWrittenTarget(server, target), reference, resource };
  }
  const text = t(
    'Can\'t connect: "{0}" has no address for SSH, or the user name in the settings isn\'t valid.',
    messageNameOf(services, server),
  );
  void showMessage('warning', text);
  return undefined;
}

/** Undefined if the target has no folder or the service gives no valid path; a message says why. */
function findRemoteFolder(services: Services, place: SshPlace): string | undefined {
  if (!isInFolder(place)) return undefined;
  const { reference, resource } = place;
  const folder = toServerPath(resource?.['rootPath']);
  if (folder === undefined) {
    const text = t(
      'The root folder of "{0}" isn\'t a valid path.',
      messageNameOf(services, reference),
    );
    void showMessage('warning', text);
  }
  return folder;
}

/**
 * Opens a terminal with `ssh` on the machine that has the person's keys and the tunnel's port; in a
 * browser, which can't run it, offers the command to copy.
 */
async function openSsh(
  { extensionId }: Services,
  { target }: SshPlace,
  name: string,
  purpose: SshPurpose = {},
): Promise<void> {
  const shellArgs = toSshArguments(target, purpose);
  if (!hasTerminals()) {
    const line = toSshCommandLine(shellArgs);
    if (line === undefined) {
      const why = t("Can't copy the command: some shells would run a part of its path.");
      await showMessage('warning', why);
      return;
    }
    const run = () => vscode.env.clipboard.writeText(line);
    await showMessage(
      'information',
      t("Browsers can't run SSH. Copy the command and run it in a terminal on your machine."),
      [{ title: t('Copy Command'), run }],
    );
    return;
  }
  // VS Code runs a terminal on the machine of its folder.
  const home = isBesideRemote(extensionId) ? platform.homeFolder() : undefined;
  const terminal = createTerminal({
    ...(home === undefined ? {} : { cwd: vscode.Uri.file(home) }),
    name,
    iconPath: new vscode.ThemeIcon(purpose.tunnel ? 'plug' : 'terminal'),
    shellPath: 'ssh',
    shellArgs,
  });
  terminal.show();
}

function messageNameOf({ explorer }: Services, reference: ResourceReference): string {
  return toPlain(explorer.describe(reference).label);
}

/** A browser alone can't run programs. */
function hasTerminals(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Desktop || vscode.env.remoteName !== undefined;
}

/** As chosen for this server, as set for all, or by asking; never root if that's prevented. */
async function findSshLogin(
  services: Services,
  server: ResourceReference,
): Promise<SshLogin | undefined> {
  const known = (await services.sshLogins.of(server)) ?? loginForAll();
  if (known && !(known.user === 'root' && (await preventsRoot(services, server)))) return known;
  return askSshLogin(services, server);
}

async function askSshLogin(
  services: Services,
  server: ResourceReference,
): Promise<SshLogin | undefined> {
  const isRootPrevented = await preventsRoot(services, server);
  const before = await services.sshLogins.of(server);
  const answers = await askForm({
    title: t('SSH User and Port: {0}', String(services.explorer.describe(server).label)),
    fields: [userField(services, server, isRootPrevented), portField(before?.port ?? sshPort())],
    from: [{ ...services, guard: services.lockOutGuard }, server] as const,
    given: {},
    savedAnswers: new Map(),
  });
  if (!answers) return undefined;
  const { user, port } = answers;
  const login = { user: user as string, port: port as number };
  await services.sshLogins.choose(server, login);
  return login;
}

/** Unknown settings prevent nothing: the server then refuses the login itself. */
async function preventsRoot(services: Services, server: ResourceReference): Promise<boolean> {
  const settings = await services.explorer.known({ ...server, kind: 'sshSettings' });
  return settings?.['preventRootLogin'] === true;
}

function userField(services: Services, server: ResourceReference, isRootPrevented: boolean): Field {
  return {
    type: 'choice',
    name: 'user',
    prompt: t('Select the user to log in as'),
    isOpen: true,
    validate: (typed) =>
      typed === 'root' && isRootPrevented
        ? t('This server prevents root login.')
        : toSshTarget('host', typed, 22)
          ? undefined
          : t('Type a user name.'),
    options: async (_context, _target, signal) => {
      const users = collectionBelow(server, 'systemUser');
      const { items } = await services.store.all(users, undefined, { signal });
      const names = items.flatMap(({ username }) =>
        typeof username === 'string' && username !== 'root' ? [username] : [],
      );
      const root = isRootPrevented ? [] : ['root'];
      return [...names, ...root].map((name): Option => ({ value: name, label: name }));
    },
  };
}

function portField(port: number): Field {
  return text('port', t('SSH port'), {
    value: String(port),
    validate: (typed) =>
      /^\d+$/.test(typed) && toSshTarget('host', 'user', Number(typed))
        ? undefined
        : t('Type a port from 1 to 65535.'),
    parse: Number,
  });
}
