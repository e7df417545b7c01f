#!/usr/bin/env node
// The program `server-management`. Everything but its options is loaded once these are valid.
import { OptionError, parseOptions } from './cli/options';
import { t, useLanguage } from './base/l10n';
import { markInvisible } from './base/foreignText';

async function main(): Promise<number> {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const [locale = ''] = (LC_ALL || LC_MESSAGES || LANG || '').split(/[.@]/);
  const language = /^[a-z]{2,3}(_|$)/.test(locale) ? locale.replace('_', '-') : 'en';
  const german = language.startsWith('de') && (await import('../media/l10n/bundle.l10n.de.json'));
  useLanguage(language, german ? german.default : {});
  const settings = parseOptions(process.argv.slice(2));
  if (typeof settings === 'string') {
    process.stdout.write(`${settings}\n`);
    return 0;
  }
  const { run } = await import('./cli/run');
  return run(settings);
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const text = markInvisible(error instanceof Error ? error.message : String(error));
    const help = error instanceof OptionError ? [t('Run it with --help for its options.')] : [];
    process.stderr.write(`${[text, ...help].join('\n')}\n`);
    process.exitCode = 1;
  },
);
