import type { ResourceId } from './kinds/kind';
import { t } from '../base/l10n';
import { isIp } from './network/ipRange';
import { toSshTarget } from './ssh';

/** Below `~/.ssh`; only this extension writes it. */
export const hostsFile = 'server-management.conf';

export interface SshHost {
  readonly id: ResourceId;
  readonly name: string;
  readonly address: unknown;
  /** Undefined if SSH chooses it. */
  readonly user: string | undefined;
  readonly port: number;
}

export interface SshRoute {
  /** As for `ssh -J`; empty if servers are reached directly. */
  readonly jumpHost: string;
  /** A path on this machine; empty if SSH chooses the key. */
  readonly identityFile: string;
}

/** Names the part with characters that have another meaning in the file. */
export function findInvalid({ jumpHost, identityFile }: SshRoute): keyof SshRoute | undefined {
  const jumps = jumpHost === '' ? [] : jumpHost.split(',');
  if (!jumps.every((jump) => /^[a-z0-9_[][\w.@:[\]-]*$/i.test(jump))) return 'jumpHost';
  return /["\p{Cc}]/u.test(identityFile) ? 'identityFile' : undefined;
}

/** A name in place of an IP address could lead anywhere. */
export function hasAddress({ id, address }: SshHost): boolean {
  const isPlain = /^[\w-]+$/.test(String(id)) && toSshTarget(address, 'root', 22) !== undefined;
  return isPlain && isIp(String(address));
}

/** The text of the hosts file in which `hosts` replace those of the account. */
export function withHosts(
  text: string,
  account: { readonly id: string; readonly label: string },
  hosts: readonly SshHost[],
  { jumpHost, identityFile }: SshRoute,
): string {
  const others = withoutHosts(text, account.id);
  const taken = new Set([...others.matchAll(/^Host (.*)$/gm)].map(([, alias = '']) => alias));
  const entries = hosts.filter(hasAddress).map(({ id, name, address, user, port }) => {
    const plain = [account.label, name].map(toWord).filter(Boolean).join('-') || 'server';
    const alias = taken.has(plain) ? `${plain}-${toWord(String(id))}` : plain;
    taken.add(alias);
    const lines = [
      `HostName ${String(address)}`,
      user === undefined ? '' : `User ${user}`,
      `Port ${port}`,
      jumpHost && `ProxyJump ${jumpHost}`,
      identityFile && `IdentityFile "${identityFile}"`,
    ];
    const indented = lines.filter(Boolean).map((line) => `\n  ${line}`);
    return `${serverLine(id)}\nHost ${alias}${indented.join('')}\n`;
  });
  return [others, `${accountLine(account.id)}\n`, ...entries].join('\n');
}

/** The text without the hosts of an account. */
export function withoutHosts(text: string, account: string): string {
  const [, ...accounts] = text.split(/^(?=# account )/m);
  const others = accounts.filter((lines) => !lines.startsWith(`${accountLine(account)}\n`));
  const header = t('Written by Server Management Explorer, which replaces your changes.');
  return [`# ${header}\n`, ...others.map((lines) => `${lines.trimEnd()}\n`)].join('\n');
}

/** What stands for the server in the hosts file, if it stands for that address. */
export function findHost(
  text: string,
  account: string,
  id: ResourceId,
  address: string,
): string | undefined {
  const [, lines = ''] = text.split(`${accountLine(account)}\n`);
  const [own = ''] = lines.split(/^# account /m);
  const [, entry = ''] = own.split(`${serverLine(id)}\n`);
  const [, alias, written] = /^Host (.*)\n  HostName (.*)$/m.exec(entry) ?? [];
  return written === address && entry.startsWith(`Host ${alias}\n`) ? alias : undefined;
}

/** Whether SSH reads the hosts file before anything else, which would count first. */
export function isIncluded(config: string): boolean {
  const [general = ''] = config.split(/^[ \t]*(?!Include[ \t=])[a-z]/im);
  const lines = general.matchAll(/^[ \t]*Include[ \t=]+(.*)$/gim);
  return [...lines].some(([, files = '']) =>
    files.split(/[\s"]+/).some((file) => file.replace('~/.ssh/', '') === hostsFile),
  );
}

/** The text of `~/.ssh/config` with the hosts file, before everything else. */
export function withInclude(config: string): string {
  const end = config.includes('\r\n') ? '\r\n' : '\n';
  return isIncluded(config) ? config : `Include ${hostsFile}${end}${end}${config}`;
}

function accountLine(account: string): string {
  return `# account ${account}`;
}

function serverLine(id: ResourceId): string {
  return `# server ${id}`;
}

/** Has no characters with a meaning in patterns of hosts. */
function toWord(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  return (words.match(/[a-z0-9.]+/g) ?? []).join('-').replace(/^\.+/, '');
}
