import { parseArgs } from 'node:util';
import { faultGrammar, parseFaultSpec } from './faults/faultSpec';
import { profiles } from './profiles/profiles';
import { type Group, groupNames } from './routes/groups';
import type { ServerOptions } from './start';

const groupIndent = ' '.repeat(22);
/** Four names to a line. */
const groupList = groupNames
  .map((name, place) => `${place % 4 === 0 ? groupIndent : ''}${name}`)
  .join(', ')
  .replaceAll(`, ${groupIndent}`, `,\n${groupIndent}`);

/** What `--help` prints. */
export const usage = `Runs the Server Management API on this machine, with made-up data.

  --port P            listen on this port (a free one by default)
  --token T           accept this bearer token (a random one by default)
  --basic KEY:SECRET  accept this key pair under /api/v2 too
  --servers N         have N servers (8 by default); a kept state has its own
  --now DAY           have sample data of this day, such as 2026-05-01 (today by default)
  --state FILE        keep what is written in this file across restarts
  --fault SPEC        go wrong on purpose; may be given several times
  --limit N           allow N requests per window and token (600 by default)
  --window MS         length of that window in milliseconds (60000 by default)
  --profile NAME      be another service: hostile (attacks the editor which shows its words), odd (types
                      and shapes vary), documented (the 19 documented endpoints alone), legacy (v2 alone)
  --without GROUPS    offer all but these groups of operations, with "," between them; any of
${groupList}
  --help              print this

When ready it prints one line of JSON: {"url": "…", "token": "…"}. Ctrl+C stops it.

${faultGrammar}`;

/** Invalid arguments; the message says which and why. */
class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

const options = {
  port: { type: 'string' },
  token: { type: 'string' },
  basic: { type: 'string' },
  servers: { type: 'string' },
  now: { type: 'string' },
  state: { type: 'string' },
  fault: { type: 'string', multiple: true },
  limit: { type: 'string' },
  window: { type: 'string' },
  profile: { type: 'string' },
  without: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const;

function integer(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new ArgumentError(`--${name} must be an integer from ${least} to ${most}, not "${text}".`);
}

function keyPair(text: string | undefined): ServerOptions['basic'] {
  if (text === undefined) return undefined;
  const [, key, secret] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (key && secret) return { key, secret };
  throw new ArgumentError('--basic must be a key and a secret with ":" between them.');
}

function profileOf(text: string | undefined): ServerOptions['profile'] {
  const profile = profiles.find((each) => each === text);
  if (profile || text === undefined) return profile;
  throw new ArgumentError(`--profile must be one of ${profiles.join(', ')}, not "${text}".`);
}

function groupsOf(texts: readonly string[] | undefined): readonly Group[] | undefined {
  return texts
    ?.flatMap((text) => text.split(','))
    .map((text) => {
      const group = groupNames.find((each) => each === text.trim());
      if (group) return group;
      throw new ArgumentError(`--without must be some of ${groupNames.join(', ')}, not "${text}".`);
    });
}

function dayOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new ArgumentError(`--now must be a day such as 2026-05-01, not "${text}".`);
}

function notEmpty(name: string, text: string | undefined): string | undefined {
  if (text === '') throw new ArgumentError(`--${name} must not be empty.`);
  return text;
}

/**
 * Parses the command line; returns `help` for `--help`.
 *
 * @throws {ArgumentError | FaultSpecError | TypeError} with a message for the person.
 */
export function parseArguments(args: readonly string[]): ServerOptions | 'help' {
  const { values } = parseArgs({ args: [...args], options, strict: true });
  if (values.help) return 'help';
  for (const spec of values.fault ?? []) parseFaultSpec(spec);
  return {
    port: integer('port', values.port, 0, 65_535),
    token: notEmpty('token', values.token),
    basic: keyPair(values.basic),
    servers: integer('servers', values.servers, 0, 1_000_000),
    day: dayOf(values.now),
    stateFile: notEmpty('state', values.state),
    faults: values.fault,
    profile: profileOf(values.profile),
    without: groupsOf(values.without),
    rateLimit: {
      limit: integer('limit', values.limit, 1, 1_000_000_000),
      windowMs: integer('window', values.window, 1, 1_000_000_000),
    },
  };
}
