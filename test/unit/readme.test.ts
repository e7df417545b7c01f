import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readManifest } from '../harness/docs/manifest';
import { withReferences } from '../harness/docs/references';
import { readmeForPackage } from '../harness/package/readmeForPackage';

import type { Translate } from '../../src/shared/translate';
import type { Action } from '../../src/ui/actions/action';
import { actions } from '../../src/ui/actions/actions';
import { actionCommands } from '../../src/ui/actions/commands';
import { commandIds } from '../../src/ui/commands/ids';
import { findKind } from '../../src/resources/kinds/kinds';

const readme = readFileSync('README.md', 'utf8');
const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
const german = JSON.parse(readFileSync('media/l10n/bundle.l10n.de.json', 'utf8')) as object;
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  contributes: {
    configuration: { properties: object };
    commands: readonly { command: string }[];
    languageModelTools: readonly { toolReferenceName: string }[];
  };
};

describe('the README', () => {
  it('has its references as the manifest has them now: `npm run docs` writes them', () => {
    assert.equal(readme, withReferences(readme, readManifest()));
  });

  it('lists every setting, every command and every tool', () => {
    const { configuration, commands, languageModelTools } = manifest.contributes;
    const names = [
      ...Object.keys(configuration.properties),
      ...commands.map(({ command }) => command),
      ...languageModelTools.map(({ toolReferenceName }) => `#${toolReferenceName}`),
    ];
    const rows = readme.split('\n').filter((line) => line.startsWith('| '));
    const missing = names.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)));
    assert.deepEqual(missing, []);
  });

  it('explains errors by words that the extension says', () => {
    const said = Object.keys(german);
    const [, table = ''] = /### What does this error mean\?\n+(.*?)\n\n/s.exec(readme) ?? [];
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
    assert.deepEqual(unknown, []);
  });

  it('shows every picture that there is, with words for who cannot see it', () => {
    const shown = [...readme.matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)].map(([, , file]) => file);
    const pictures = ['media/walkthrough', 'media/pictures'].flatMap((folder) =>
      readdirSync(folder).map((file) => `${folder}/${file}`),
    );
    assert.deepEqual(new Set(shown), new Set(pictures));
  });

  it('lists every command that acts, what it is about and its values, and no other', () => {
    const listed = [...readme.matchAll(/^\| `(\w+)` +\| ([\w, ]+?) +\| (.*?) *\|$/gm)].map(
      ([, command, about, values]) => ({
        command: `serverManagement.${command}`,
        about: about?.split(', '),
        values: [...(values ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
      }),
    );
    const expected = actionCommands.map((command) => {
      const own = actions.filter((action) => action.command === command);
      return {
        command,
        about: [...new Set(own.map(aboutWhat))],
        values: [...new Set(own.flatMap(valuesOf))],
      };
    });
    assert.deepEqual(listed.toSorted(byCommand), expected.toSorted(byCommand));
  });

  it('names only commands that there are', () => {
    const [, , shown = ''] = /(These show something)(.+?)<\/details>/s.exec(readme) ?? [];
    const named = [...shown.matchAll(/`(\w+)`/g)].map(([, name]) => `serverManagement.${name}`);
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((name) => !commandIds.some((id) => id === name)),
      [],
    );
  });

  it('names only scripts that there are', () => {
    const named = [...`${readme}${contributing}`.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
      ([, name]) => name ?? '',
    );
    assert.ok(named.length > 3);
    assert.deepEqual(
      named.filter((name) => !(name in manifest.scripts)),
      [],
    );
  });

  it('links only to files that there are', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, file]) => file ?? '');
    assert.ok(links.length > 1);
    assert.deepEqual(
      links.filter((file) => !existsSync(file)),
      [],
    );
  });

  it('is packed without what its page cannot show: pictures, links to files, and what only sources have', () => {
    const packed = readmeForPackage(readme);
    const targets = [...packed.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? '');
    assert.deepEqual(
      targets.filter((target) => !/^(https:|#)/.test(target)),
      [],
    );
    assert.doesNotMatch(packed, /!\[/);
    assert.doesNotMatch(packed, /npm /);
    assert.match(packed, /## Add an account[^]*## Commands[^]*## License/);
  });
});

describe('CONTRIBUTING', () => {
  it('names only files and folders that there are, but for those that the example adds', () => {
    const named = [...contributing.matchAll(/`((?:src|test|media)\/[\w/.-]+)`/g)].map(
      ([, name]) => name ?? '',
    );
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((name) => !existsSync(name) && !/\/backups?\.ts$/.test(name)),
      [],
    );
  });
});

const t: Translate = (text) => text;

/** What a command's reference is to: the resource, or what new ones hang under. */
function aboutWhat({ place }: Action): string {
  return 'resource' in place ? place.resource : (findKind(place.collection).parent ?? 'account');
}

/** The names of an action's answers; switches are members of the request. */
function valuesOf({ fields, endpoint }: Action): string[] {
  return (fields?.(t) ?? []).flatMap((field) =>
    field.type === 'switches'
      ? Object.keys((endpoint.body as { shape?: object } | undefined)?.shape ?? {})
      : [field.name],
  );
}

function byCommand(a: { command: string }, b: { command: string }): number {
  return a.command < b.command ? -1 : 1;
}
