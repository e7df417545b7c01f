import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from '../../scripts/docs/manifest';
import { withReferences } from '../../scripts/docs/references';
import { actionCommands, commandIds } from '../../scripts/manifest/commands';
import { readmeForPackage } from '../../scripts/package/readmeForPackage';
import { sourceFiles } from '../support/imports';

const readme = readFileSync('README.md', 'utf8');
const reference = readFileSync('docs/reference.md', 'utf8');
const help = readFileSync('docs/help.md', 'utf8');
const tour = readFileSync('docs/tour.md', 'utf8');
const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
const german = JSON.parse(readFileSync('media/l10n/bundle.l10n.de.json', 'utf8')) as object;
const titles = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  contributes: {
    configuration: { properties: object };
    commands: readonly { command: string }[];
    languageModelTools: readonly { toolReferenceName: string }[];
  };
};

describe('The README', () => {
  it('is read in four minutes: at most 900 words and two pictures', () => {
    assert.ok(readme.split(/\s+/).length <= 900);
    assert.equal(picturesIn(readme).length, 2);
  });

  it('calls commands by their titles', () => {
    const known = new Set([...Object.values(titles), ...ofTheEditor, ...plainWords]);
    for (const text of [readme, tour, help]) {
      const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) =>
        words.replaceAll(/\s+/g, ' '),
      );
      assert.deepEqual(
        bold.filter((words) => !known.has(words) && !known.has(`${words}…`)),
        [],
      );
    }
  });

  it("explains errors in the extension's own words", () => {
    const said = Object.keys(german);
    const [, table = ''] = /## What does this error mean\?\n+(.*?)\n\n/s.exec(help) ?? [];
    const explained = table.split('\n').flatMap((row) => /^\| ([^|]+?) +\|/.exec(row)?.[1] ?? []);
    const unknown = explained
      .slice(2)
      .filter(
        (words) =>
          !said.some(
            (text) => text.includes(words) || text.includes(words.replace(/\d{3}/, '{0}')),
          ),
      );
    assert.ok(explained.length > 10);
    for (const status of [401, 403, 404, 422, 429, 500])
      assert.match(explained.join(), RegExp(`\\(${status}\\)`));
    assert.deepEqual(unknown, []);
  });

  it('shows every picture with an alternative text, unless the tour shows it', () => {
    const shown = [...picturesIn(readme), ...picturesIn(tour)].map((file) =>
      file.replace('../', ''),
    );
    const pictures = readdirSync('media/pictures').map((file) => `media/pictures/${file}`);
    assert.deepEqual(new Set(shown), new Set(pictures));
  });

  it('names only scripts that exist', () => {
    const named = [...`${readme}${contributing}`.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
      ([, name]) => name ?? '',
    );
    assert.ok(named.length > 3);
    assert.deepEqual(
      named.filter((name) => !(name in manifest.scripts)),
      [],
    );
  });

  it('links only to existing files, as do the other pages', () => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      'SUPPORT.md',
      'AGENTS.md',
      'test/mutants.md',
      ...readdirSync('docs')
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ];
    const links = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)].map(
        ([, file = '']) => path.join(path.dirname(page), file),
      ),
    );
    assert.ok(links.length > 10);
    assert.deepEqual(
      links.filter((file) => !existsSync(file)),
      [],
    );
  });

  it('is packed without pictures, links to files, and parts for developers', () => {
    const packed = readmeForPackage(readme);
    const targets = [...packed.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? '');
    assert.deepEqual(
      targets.filter((target) => !/^(https:|#)/.test(target)),
      [],
    );
    assert.doesNotMatch(packed, /!\[/);
    assert.doesNotMatch(packed, /npm /);
    assert.match(packed, /## Add an account[^]*## Safety[^]*## Telemetry[^]*## License/);
  });
});

describe('docs/reference.md', () => {
  it('has tables that are up to date with `npm run docs`', () => {
    assert.equal(reference, withReferences(reference, readManifest()));
  });

  it('lists every setting, every command and every tool', () => {
    const { configuration, commands, languageModelTools } = manifest.contributes;
    const names = [
      ...Object.keys(configuration.properties),
      ...commands.map(({ command }) => command),
      ...languageModelTools.map(({ toolReferenceName }) => `#${toolReferenceName}`),
    ];
    const rows = reference.split('\n').filter((line) => line.startsWith('| '));
    const missing = names.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)));
    assert.deepEqual(missing, []);
  });

  it('lists every command that changes something, with its target and values', () => {
    const [, , table = ''] = /(<!-- calls -->)(.*)<!-- \/calls -->/s.exec(reference) ?? [];
    const rows = table
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' '))
      .filter((line) => line.startsWith('| `'));
    assert.deepEqual(
      rows.map((row) => `serverManagement.${/`(\w+)`/.exec(row)?.[1]}`),
      actionCommands,
    );
    for (const row of [
      '| `createCronJob` | server | `label`, `time`, `username`, `command` |',
      '| `changePassword` | systemUser, databaseUser | `password` |',
      '| `deployFirewallRules` | server | |',
      '| `createAtomicProject` | account | `name`, `webApplication`, `autoDeploy` |',
    ]) {
      assert.ok(rows.includes(row), row);
    }
  });

  it('names only commands that exist', () => {
    const [, , shown = ''] = /(take references, too)(.+?)\n## /s.exec(reference) ?? [];
    const named = [...shown.matchAll(/`(\w+)`/g)].map(([, name]) => `serverManagement.${name}`);
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((name) => !commandIds.some((id) => id === name)),
      [],
    );
  });
});

describe('docs/architecture.md', () => {
  it('names exactly the parts of src, in the table and in the diagram', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const picture = readFileSync('docs/architecture.svg', 'utf8');
    const parts = readdirSync('src');
    const drawn = [...picture.matchAll(/class="name"[^>]*>([^<]+)</g)].flatMap(([, names = '']) =>
      names.split(/ +/),
    );
    assert.deepEqual(new Set(drawn.filter((name) => name !== 'contract')), new Set(parts));
    const named = [...page.matchAll(/`src\/([\w.]+)/g)].map(([, part = '']) => part);
    assert.deepEqual(new Set(['web.ts', ...named]), new Set(parts));
  });

  it('shows the way of a change in at most nine stations, each with its name in the code', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const picture = /```mermaid\n(.*?)```/s.exec(page)?.[1] ?? '';
    const stations = [...picture.matchAll(/\["(\S+?)[\\ ,"]/g)].map(([, name = '']) => name);
    assert.ok(stations.length > 5 && stations.length <= 9, stations.join());
    const code = sourceFiles('src/documents/writing')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const names = stations.slice(1).flatMap((name) => name.split('.'));
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code)),
      [],
    );
  });
});

describe('The pages for contributors', () => {
  it('name only existing files and folders, except those that the example adds', () => {
    const pages = ['CONTRIBUTING.md', 'AGENTS.md', 'docs/new-kind.md', 'test/mutants.md'];
    const named = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/`((?:src|test|media|scripts)\/[\w/.-]+)`/g)].map(
        ([, name]) => name ?? '',
      ),
    );
    assert.ok(named.length > 30);
    assert.deepEqual(
      named.filter((name) => !existsSync(name) && !/\/backups?\.ts$/.test(name)),
      [],
    );
  });
});

/** Bold text in these pages other than the extension's own commands and views. */
const ofTheEditor = ['Extensions: Install from VSIX…', 'Developer: Set Log Level…'];
const plainWords = [
  'API token',
  'legacy key and secret',
  'Debug',
  // Buttons of a question and of a page, not commands.
  'Index All Resources',
  'Copy as CSV…',
  'Compare',
  // A row below a server.
  'Everything Else',
  // Headings of the fleet overview.
  'Cron Jobs: Week',
  'Cron Jobs: Next 24 Hours',
  'A model never writes anything.',
  'In production accounts, nothing is even proposed',
  'You are asked first',
];

function picturesIn(page: string): string[] {
  return [...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = '']) => file);
}
