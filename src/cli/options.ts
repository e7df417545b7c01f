import { parseArgs } from 'node:util';
import type { Severity } from '../findings/finding';
import { toPlain } from '../base/foreignText';
import { t } from '../base/l10n';
import { version } from '../../package.json';

const commands = ['check', 'plan', 'drift', 'export', 'update'] as const;
const severities = ['critical', 'warning', 'information'] as const satisfies readonly Severity[];
const formatNames = ['json', 'markdown', 'sarif'] as const;

export type Settings = Exclude<ReturnType<typeof parseOptions>, string>;

/** The arguments aren't understood. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

const options = {
  url: { type: 'string' },
  sandbox: { type: 'boolean' },
  paths: { type: 'string' },
  share: { type: 'string' },
  state: { type: 'string' },
  filter: { type: 'string' },
  'fail-on': { type: 'string' },
  json: { type: 'boolean' },
  markdown: { type: 'boolean' },
  sarif: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

function usage(): string {
  return t(`Usage: server-management <command> [folder] [options]

It never changes anything at the service. To apply a folder, open it in the editor.

  check [FOLDER]      List what needs attention
  plan FOLDER         Show what applying the folder would change
  drift FOLDER        Show what changed at the service since the folder was last updated
  export FOLDER       Write the account as files to an empty folder, or continue an export
  update FOLDER       Update the files with changes at the service, keeping edits

  --url URL           Address of the API. The token is read from SERVER_MANAGEMENT_TOKEN,
                      or from the file named in SERVER_MANAGEMENT_TOKEN_FILE
  --paths CACHE,HUB   Path segments of caches and hubs, if the account in the editor has its own
  --sandbox           Use a local sandbox with sample data instead. It is kept in FOLDER.sandbox.json
  --filter TEXT       check: only servers that match, as in the filter of the Servers view
  --fail-on SEVERITY  check: exit with 2 only for critical, warning or information (default)
  --share NUMBER      Share of the rate limit to use, above 0 and up to 1 (0.5 by default)
  --state FILE        Keep what was read in this file until done, so that it can be stopped and continued
  --json, --markdown  Print JSON or Markdown
  --sarif             check FOLDER: print SARIF, with the files of the folder
  --help, --version   Show this help, or the version

Exit codes: 0 nothing found, 2 differences or findings, 1 something couldn't be determined.`);
}

/** Settings, or a text that was asked for. @throws OptionError */
export function parseOptions(args: readonly string[]) {
  const { values, positionals } = parse(args);
  if (values.help === true) return usage();
  if (values.version === true) return version;
  const { filter = '', state: stateFile, url, paths, share = '0.5', 'fail-on': least } = values;
  const [name, folder, ...others] = positionals;
  const command = commands.find((each) => each === name);
  const failOn = severities.find((each) => each === (least ?? 'information'));
  const formats = formatNames.filter((each) => values[each] === true);
  const isCheck = command === 'check';
  const isShare = /^\d*\.?\d+$/.test(share) && Number(share) > 0 && Number(share) <= 1;
  const problems: readonly (readonly [boolean, string])[] = [
    [!command, t('"{0}" isn\'t a command.', toPlain(name ?? ''))],
    [!folder && (!isCheck || values.sarif === true), t('The folder is missing.')],
    [others.length > 0 || folder === '', t('Only one folder can be given.')],
    [(url === undefined) !== (values.sandbox === true), t('Use either --url or --sandbox.')],
    [!failOn, t('--{0} must be one of {1}.', 'fail-on', severities.join(', '))],
    [!isShare, t('--share must be a number above 0 and up to 1.')],
    [formats.length > 1, t('Only one format can be given.')],
    [
      !isCheck && (filter !== '' || least !== undefined || values.sarif === true),
      t('--filter, --fail-on and --sarif are options of check.'),
    ],
  ];
  const [, problem] = problems.find(([isOne]) => isOne) ?? [];
  if (problem !== undefined || !command || !failOn) throw new OptionError(problem);
  const [format = 'text'] = formats;
  return { command, folder, url, paths, stateFile, filter, format, share: Number(share), failOn };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch {
    // Node's message may quote an argument that a person meant as a secret.
    throw new OptionError(t('There is an unknown option, or one with a wrong value.'));
  }
}
