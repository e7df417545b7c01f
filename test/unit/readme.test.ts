import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

const readme = readFileSync('README.md', 'utf8');
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  contributes: {
    configuration: { properties: Record<string, { default: unknown }> };
    commands: readonly { title: string }[];
  };
};

describe('the README', () => {
  it('lists every setting with its default, and no other', () => {
    const listed = [...readme.matchAll(/^\| `(serverManagement\.[\w.]+)` +\| `(.+?)` +\|/gm)];
    const settings = Object.entries(manifest.contributes.configuration.properties);
    assert.deepEqual(
      listed.map(([, name, value]) => `${name} ${value}`),
      settings.map(([name, setting]) => `${name} ${JSON.stringify(setting.default)}`),
    );
  });

  it('names only scripts that there are', () => {
    const named = [...readme.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
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
});
