import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { commandIds } from '../../src/ui/commands/ids';

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
    };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text) as Manifest;
const nls = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;

describe('the manifest', () => {
  const { commands, menus, configuration, views } = manifest.contributes;

  it('declares every command that is registered, and no other', () => {
    assert.deepEqual(
      commands.map(({ command }) => command),
      [...commandIds],
    );
  });

  it('puts only declared commands into menus', () => {
    const known = new Set<string>(commandIds);
    for (const entry of Object.values(menus).flat()) {
      assert.ok(entry.submenu !== undefined || known.has(entry.command ?? ''), entry.command);
    }
  });

  it('matches what rows can do, never what they are', () => {
    for (const { when = '' } of menus['view/item/context'] ?? []) {
      assert.doesNotMatch(when, /viewItem\s*(==|=~)\s*'?\/?\^?(server|cronJob|webApplication)/);
    }
  });

  it('has a text for every place-holder, and no text for none', () => {
    const used = new Set([...text.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? ''));
    assert.deepEqual(
      [...used].filter((key) => !(key in nls)),
      [],
    );
    assert.deepEqual(
      Object.keys(nls).filter((key) => !used.has(key)),
      [],
    );
  });

  it('titles every command and view by a place-holder, so that it can be translated', () => {
    for (const { title } of commands) assert.match(title, /^%.+%$/);
  });

  it('lets no workspace set anything: every setting belongs to the application or the machine', () => {
    for (const [name, { scope }] of Object.entries(configuration.properties)) {
      assert.match(name, /^serverManagement\./);
      assert.ok(['application', 'machine'].includes(scope ?? ''), `${name} has scope ${scope}`);
    }
  });

  it('has at most three views, and an icon that is there', () => {
    assert.ok(Object.values(views).flat().length <= 3);
    assert.ok(existsSync(manifest.icon));
  });

  it('asks for at most three inline actions on a row', () => {
    const slots = new Set(
      (menus['view/item/context'] ?? []).flatMap(({ group = '' }) =>
        group.startsWith('inline') ? [group] : [],
      ),
    );
    assert.ok(slots.size <= 3, [...slots].join());
  });
});
