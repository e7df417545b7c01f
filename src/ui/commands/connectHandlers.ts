import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { toReference } from './target';
import { lineage } from '../../resources/kinds/kinds';
import { type ResourceReference, toPathValues } from '../../resources/reference';
import { toSshTarget } from '../../resources/sshTarget';
import type { Core } from '../core';
import { pickResource } from '../input/pickResource';
import { t } from '../l10n';
import { toPlain } from '../safeText';

/** Commands that lead from a resource to the thing itself. */
export const connectHandlers = {
  'serverManagement.openSshTerminal': async (core, parameter) => {
    const target = await findSshTarget(core, parameter);
    if (!target) return;
    const { host, user, port } = target;
    const shellArgs = ['-p', String(port), '-l', user, '--', host];
    if (!hasTerminals()) {
      await offerSshCommand(['ssh', ...shellArgs].join(' '));
      return;
    }
    const terminal = vscode.window.createTerminal({
      name: `${user}@${host}`,
      iconPath: new vscode.ThemeIcon('terminal'),
      shellPath: 'ssh',
      shellArgs,
    });
    terminal.show();
  },

  'serverManagement.openRemoteSsh': async (core, parameter) => {
    const target = await findSshTarget(core, parameter);
    if (!target) return;
    if (!vscode.extensions.getExtension(remoteSshId)) {
      await offerRemoteSsh();
      return;
    }
    const { host, user, port } = target;
    // An IPv6 address has colons of its own.
    const name = host.includes(':') ? `[${host}]` : host;
    await vscode.commands.executeCommand('vscode.newWindow', {
      remoteAuthority: `ssh-remote+${user}@${name}:${port}`,
    });
  },

  'serverManagement.openPanelPage': async (core, parameter) => {
    const reference = toReference(parameter) ?? (await pickResource(core, 'server'));
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
} satisfies Partial<Record<keyof Handlers, Handler>>;

const remoteSshId = 'ms-vscode-remote.remote-ssh';

async function findSshTarget(
  core: Core,
  parameter: unknown,
): Promise<ReturnType<typeof toSshTarget>> {
  const reference = toServer(parameter) ?? (await pickResource(core, 'server'));
  if (!reference) return undefined;
  const settings = vscode.workspace.getConfiguration('serverManagement.ssh');
  const server = await core.explorer.known(reference);
  const target = toSshTarget(
    server?.['ipAddress'],
    settings.get('user', 'root'),
    settings.get('port', 22),
  );
  if (!target) {
    void vscode.window.showWarningMessage(
      t(
        'There is no address to connect to: "{0}" has none that is fit for SSH, or the user in the settings is not one.',
        toPlain(core.explorer.describe(reference).label),
      ),
    );
  }
  return target;
}

function toServer(parameter: unknown): ResourceReference | undefined {
  const reference = toReference(parameter);
  if (!reference || lineage(reference.kind)[0]?.id !== 'server') return undefined;
  return { account: reference.account, kind: 'server', ids: reference.ids.slice(0, 1) };
}

/** The address with the ids in place of their names. */
function fillIn(page: string, reference: ResourceReference): string {
  return Object.entries(toPathValues(reference)).reduce(
    (text, [name, id]) => text.replaceAll(`{${name}}`, encodeURIComponent(String(id))),
    page,
  );
}

/** Whether there is a machine that runs programs: a browser alone has none. */
function hasTerminals(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Desktop || vscode.env.remoteName !== undefined;
}

async function offerSshCommand(command: string): Promise<void> {
  const copy = t('Copy Command');
  const chosen = await vscode.window.showInformationMessage(
    t('A browser cannot run SSH. Copy the command, and run it in a terminal of your machine.'),
    copy,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText(command);
}

async function offerRemoteSsh(): Promise<void> {
  const show = t('Show the Extension');
  const chosen = await vscode.window.showInformationMessage(
    t('Opening a server in a window needs the extension Remote - SSH.'),
    show,
  );
  if (chosen === show) await vscode.commands.executeCommand('extension.open', remoteSshId);
}

async function offerPanelPages({ account }: ResourceReference): Promise<void> {
  const open = t('Open Settings');
  const chosen = await vscode.window.showInformationMessage(
    t(
      'The address of the panel is not known for the account "{0}". Put it into the settings once.',
      account,
    ),
    open,
  );
  if (chosen !== open) return;
  await vscode.commands.executeCommand(
    'workbench.action.openSettings',
    'serverManagement.panelPages',
  );
}
