import * as vscode from 'vscode';
import { describePlace } from '../../actions/questions/question';
import { asReference } from './target';
import { findSshLogin } from './sshLogin';
import { toPlain } from '../../base/foreignText';
import type { Resource } from '../../resources/kinds/kind';
import { lineage } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { isIp } from '../../resources/network/ip';
import {
  type SshPurpose,
  toServerPath,
  toSshArguments,
  toSshCommandLine,
} from '../../resources/sshCommands';
import { type SshTarget, toSshTarget } from '../../resources/sshTarget';
import { askModal, showMessage } from '../editor/messages';
import { createTerminal } from '../editor/terminal';
import { readKnown } from '../../explorer/readKnown';
import { formats } from '../editor/formats';
import { t } from '../editor/l10n';
import { pickResource } from '../prompts/pickers/pickResource';
import type { Services } from '../services/services';

/** Where to connect: a server, and the resource that the person chose on it. */
export interface SshPlace {
  readonly target: SshTarget;
  readonly reference: ResourceReference;
  /** Undefined if unknown. */
  readonly resource: Resource | undefined;
}

/**
 * Finds out where to connect to, asking for what isn't known. Undefined if the person cancelled or
 * it isn't possible; a message then says why.
 * @param kind the kind to ask for if the command was called without a target.
 */
export async function findSshPlace(
  services: Services,
  parameter: unknown,
  kind: ResourceReference['kind'],
): Promise<SshPlace | undefined> {
  const reference = asReference(parameter) ?? (await pickResource(services, kind));
  const server = reference && toServer(reference);
  if (!server) return undefined;
  const [found, resource] = await Promise.all([
    readKnown(services.explorer.sources, server),
    readKnown(services.explorer.sources, reference),
  ]);
  const login = await findSshLogin(services, server);
  if (!login) return undefined;
  const target = toSshTarget(found?.['ipAddress'], login.user, login.port);
  if (target) {
    const isMeant = isIp(target.host) || (await mayConnect(services, server, target));
    return isMeant ? { target, reference, resource } : undefined;
  }
  const text = t(
    'Can\'t connect: "{0}" has no address for SSH, or the user name in the settings isn\'t valid.',
    messageNameOf(services, server),
  );
  void showMessage('warning', text);
  return undefined;
}

/** Asks before connecting to a name: the person's own configuration of SSH decides what it stands for. */
async function mayConnect(
  services: Services,
  server: ResourceReference,
  { user, host }: SshTarget,
): Promise<boolean> {
  return askModal({
    question: t('Connect to {0}?', `${user}@${host}`),
    detail: t(
      'The service gives a name in place of an IP address. ~/.ssh/config and your network decide which machine that is.',
    ),
    place: await describePlace({ ...services, t, formats }, [server]),
    button: t('Connect'),
  });
}

/** The server of a resource on one. */
export function toServer(reference: ResourceReference | undefined): ResourceReference | undefined {
  if (!reference || lineage(reference.kind)[0]?.id !== 'server') return undefined;
  return { account: reference.account, kind: 'server', ids: reference.ids.slice(0, 1) };
}

/**
 * The folder of a web application; undefined for anything else, or if the service gives no valid
 * path; a message then says why.
 */
export function findRemoteFolder(
  services: Services,
  { reference, resource }: SshPlace,
): string | undefined {
  if (reference.kind !== 'webApplication') return undefined;
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

/** Opens a terminal with `ssh`; in a browser, which can't run it, offers the command to copy. */
export async function openSsh(
  { target }: Pick<SshPlace, 'target'>,
  name: string,
  purpose: SshPurpose = {},
): Promise<void> {
  const shellArgs = toSshArguments(target, purpose);
  if (!hasTerminals()) {
    await offerSshCommand(toSshCommandLine(shellArgs));
    return;
  }
  const terminal = createTerminal({
    name,
    iconPath: new vscode.ThemeIcon(purpose.tunnel ? 'plug' : 'terminal'),
    shellPath: 'ssh',
    shellArgs,
  });
  terminal.show();
}

/** The name of a resource for a message. */
export function messageNameOf({ explorer }: Services, reference: ResourceReference): string {
  return toPlain(explorer.describe(reference).label);
}

/** Whether the host can run programs: a browser alone can't. */
export function hasTerminals(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Desktop || vscode.env.remoteName !== undefined;
}

async function offerSshCommand(command: string): Promise<void> {
  await showMessage(
    'information',
    t("Browsers can't run SSH. Copy the command and run it in a terminal on your machine."),
    [{ title: t('Copy Command'), run: () => vscode.env.clipboard.writeText(command) }],
  );
}
