import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { commandIds } from '../../src/ui/commands/ids';
import { vscodeReleases } from '../harness/vscode/releases';

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
    };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly image: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
}

const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text) as Manifest;
const nls = readTexts('package.nls.json');

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

  it('has every command that a text names, in each language', () => {
    const named: readonly (readonly [string, RegExp])[] = [
      ['', /[Cc]ommand "([^"]+)"/g],
      ['.de', /Befehl „([^“]+)“/g],
    ];
    for (const [language, quoted] of named) {
      const titles = Object.values(readTexts(`package.nls${language}.json`));
      const texts = Object.entries(readTexts('media/l10n/bundle.l10n.de.json'))
        .map((entry) => entry[language === '' ? 0 : 1])
        .join('\n');
      const names = [...texts.matchAll(quoted)].map(([, name = '']) => name);
      assert.ok(names.length > 1);
      assert.deepEqual(
        names.filter((name) => !titles.includes(name)),
        [],
      );
    }
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

  it('asks for the oldest VS Code that is tested, and is checked against its API', () => {
    const oldest = vscodeReleases.oldest.replace(/\.\d+$/, '.0');
    assert.equal(manifest.engines.vscode, `^${oldest}`);
    assert.equal(manifest.devDependencies['@types/vscode'], oldest);
  });

  it('has what the marketplaces show', () => {
    const { publisher, license, pricing, categories, keywords, galleryBanner } = manifest;
    assert.match(String(publisher), /^[a-z\d-]+$/);
    assert.equal(license, 'MIT');
    assert.equal(pricing, 'Free');
    assert.deepEqual(categories, ['Other']);
    // The marketplace takes no more than 30.
    assert.ok(Array.isArray(keywords) && keywords.length >= 5 && keywords.length <= 30);
    assert.equal(new Set(keywords).size, keywords.length);
    const { color, theme } = galleryBanner as Record<string, unknown>;
    assert.match(String(color), /^#[\da-f]{6}$/);
    assert.equal(theme, 'dark');
  });

  it('has an icon that is a PNG of at least 128 by 128 pixels', () => {
    const icon = readFileSync(manifest.icon);
    assert.equal(icon.toString('latin1', 1, 4), 'PNG');
    assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(20) >= 128);
  });

  it('shows in the walkthrough only pictures that are there, and commands that there are', () => {
    const steps = manifest.contributes.walkthroughs.flatMap((each) => each.steps);
    assert.ok(steps.length > 0);
    for (const { media, description, completionEvents } of steps) {
      assert.ok(existsSync(media.image), media.image);
      const key = description.slice(1, -1);
      const links = [...(nls[key] ?? '').matchAll(/\(command:([\w.]+)\)/g)].map(
        ([, id]) => id ?? '',
      );
      const events = completionEvents.map((event) => event.replace('onCommand:', ''));
      assert.ok(links.length > 0, key);
      const known = new Set<string>(commandIds);
      assert.deepEqual(
        [...links, ...events].filter((id) => !known.has(id)),
        [],
      );
    }
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

function readTexts(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
