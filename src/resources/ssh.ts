import * as z from 'zod/mini';
import type { SharedValues } from './storage/sharedValues';
import { type ResourceReference, toKey } from './reference';

export interface SshTarget {
  readonly host: string;
  readonly user: string;
  readonly port: number;
}

/** Undefined if address or user name aren't valid: a leading dash would be an option of `ssh`. */
export function toSshTarget(host: unknown, user: string, port: number): SshTarget | undefined {
  const isHost = typeof host === 'string' && /^[a-z0-9]([a-z0-9.:-]*[a-z0-9:])?$/i.test(host);
  const isUser = /^[a-z_][a-z0-9_.-]*\$?$/i.test(user);
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  return isHost && isUser && isPort ? { host, user, port } : undefined;
}

const login = z.object({ user: z.string(), port: z.number() });

export type SshLogin = z.infer<typeof login>;

export class SshLogins {
  readonly #values: SharedValues;

  constructor(values: SharedValues) {
    this.#values = values;
  }

  async of(server: ResourceReference): Promise<SshLogin | undefined> {
    await this.#values.ready();
    const read = login.safeParse(this.#values.get(toValueKey(server)));
    return read.success ? read.data : undefined;
  }

  async choose(server: ResourceReference, chosen: SshLogin): Promise<void> {
    await this.#values.ready();
    await this.#values.change([{ key: toValueKey(server), value: chosen }]);
  }
}

function toValueKey(server: ResourceReference): string {
  return `ssh/${toKey(server)}`;
}

export interface SshPurpose {
  readonly command?: string;
  /** Forwards a local port to one of the server, without running anything there. */
  readonly tunnel?: { readonly localPort: number; readonly remotePort: number };
}

/** The arguments of `ssh`, each passed on unchanged, without a shell. */
export function toSshArguments(
  { host, user, port }: SshTarget,
  { command, tunnel }: SshPurpose = {},
): string[] {
  return [
    ...(command === undefined ? [] : ['-t']),
    ...(tunnel
      ? [
          '-N',
          '-o',
          'ExitOnForwardFailure=yes',
          '-L',
          `127.0.0.1:${tunnel.localPort}:127.0.0.1:${tunnel.remotePort}`,
        ]
      : []),
    '-p',
    String(port),
    '-l',
    user,
    '--',
    host,
    ...(command === undefined ? [] : [command]),
  ];
}

/**
 * A line to paste, whose double quotes sh, fish, PowerShell and the Command Prompt all read alike.
 * Undefined if it has characters that one of them would expand, or take for a quote.
 */
export function toSshCommandLine(args: readonly string[]): string | undefined {
  if (args.some((each) => /["“”„$`%!]|\\(?!')/u.test(each))) return undefined;
  return ['ssh', ...args.map((each) => (/^[\w:./=-]+$/.test(each) ? each : `"${each}"`))].join(' ');
}

export function toShellIn(folder: string, shell: string): string {
  return `cd ${quoteForShell(folder)}; exec ${shell} -l`;
}

/** The command that follows files of the server, even if they are replaced or don't exist yet. */
export function toFollow(files: readonly string[]): string {
  return ['tail', '-n', '50', '-F', '--', ...files.map(quoteForShell)].join(' ');
}

/** Undefined if it isn't absolute, or has characters that some shell doesn't quote literally. */
export function toServerPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > maxPath || !path.startsWith('/')) return undefined;
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\!]/u.test(path) ? undefined : path;
}

/** Longest path of Linux. */
const maxPath = 4_096;

/** Fills in `{home}`, `{rootPath}` and `{name}`; undefined if a path isn't valid. */
export function toLogPaths(
  templates: readonly string[],
  { name, rootPath }: { readonly name: unknown; readonly rootPath: unknown },
): readonly string[] | undefined {
  const root = toServerPath(rootPath);
  const home = root?.split('/').slice(0, 3).join('/');
  // A name is one part of a path.
  const part = typeof name === 'string' && /^(?!\.\.?$)[^/]+$/.test(name) ? name : undefined;
  const values: Readonly<Record<string, string | undefined>> = { home, rootPath: root, name: part };
  const paths = templates.map((template) => {
    const places = [...template.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place);
    if (places.some((place) => place in values && values[place] === undefined)) return undefined;
    const filled = template.replaceAll(/\{(\w+)\}/g, (all, place: string) => values[place] ?? all);
    return toServerPath(filled);
  });
  const valid = paths.flatMap((path) => path ?? []);
  return valid.length > 0 && valid.length === paths.length ? valid : undefined;
}

export function toDatabaseAddress(localPort: number, name = ''): string {
  return `mysql://127.0.0.1:${localPort}/${encodeURIComponent(name)}`;
}

/** Quotes a text so that shells like `sh` take it literally. */
function quoteForShell(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
