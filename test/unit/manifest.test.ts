import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { commandIds } from '../../scripts/manifest/commands';
import { toManifestText } from '../../scripts/manifest/file';
import { toGermanText } from '../../scripts/manifest/german';
import { findProposed } from '../../scripts/manifest/stable';
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
    readonly configurationDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
    };
    readonly languageModelTools: readonly unknown[];
    readonly submenus: readonly { readonly id: string }[];
    readonly [point: string]: unknown;
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly svg: string; readonly altText: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
}

const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text) as Manifest;
const nls = readTexts('package.nls.json');
const german = readTexts('package.nls.de.json');

describe('The manifest', () => {
  const { commands, menus, configuration, views, languageModelTools } = manifest.contributes;

  it('is up to date with `npm run manifest`', () => {
    assert.ok(text === toManifestText(), 'package.json is stale: run `npm run manifest`');
    const germanText = readFileSync('package.nls.de.json', 'utf8');
    assert.ok(
      germanText === toGermanText(),
      'package.nls.de.json is stale: run `npm run manifest`',
    );
  });

  it('contributes nothing that requires proposed API', () => {
    assert.deepEqual(findProposed(manifest), []);
    const { menus: ours, submenus } = manifest.contributes;
    assert.deepEqual(
      findProposed({
        enabledApiProposals: ['scmActionButton'],
        contributes: {
          submenus,
          chatPlugins: [],
          debugVisualizers: [],
          menus: { ...ours, 'multiDiffEditor/resource/title': [] },
        },
      }),
      ['enabledApiProposals', 'chatPlugins', 'debugVisualizers', 'multiDiffEditor/resource/title'],
    );
  });

  it('puts only declared commands into menus', () => {
    const known = new Set<string>(commandIds);
    for (const entry of Object.values(menus).flat()) {
      assert.ok(entry.submenu !== undefined || known.has(entry.command ?? ''), entry.command);
    }
  });

  it('matches rows by what they can do, never by what they are', () => {
    for (const { when = '' } of menus['view/item/context'] ?? []) {
      assert.doesNotMatch(when, /viewItem\s*(==|=~)\s*'?\/?\^?(server|cronJob|webApplication)/);
    }
  });

  it('has a text for every placeholder, and no unused text', () => {
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

  it('declares every command that a text names, in each language', () => {
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

  it('titles every command and view with a placeholder, so that it can be translated', () => {
    for (const { title } of commands) assert.match(title, /^%.+%$/);
  });

  it('prevents settings for all files from sending or corrupting documents', () => {
    for (const language of ['json', 'shell']) {
      const ours = manifest.contributes.configurationDefaults[`[server-management-${language}]`];
      assert.equal(ours?.['files.autoSave'], 'off');
      assert.equal(ours['files.encoding'], 'utf8');
      assert.equal(ours['files.autoGuessEncoding'], false);
      assert.equal(ours['debug.saveBeforeStart'], 'none');
    }
  });

  it("doesn't warn of the character that separates names in reviews and results", () => {
    const ours = manifest.contributes.configurationDefaults['[server-management-http]'];
    assert.deepEqual(ours?.['editor.unicodeHighlight.allowedCharacters'], { '›': true });
  });

  it('lets workspaces only set their link: every other setting has the scope application or machine', () => {
    for (const [name, { scope }] of Object.entries(configuration.properties)) {
      assert.match(name, /^serverManagement\./);
      if (name === 'serverManagement.link') continue;
      assert.ok(['application', 'machine'].includes(scope ?? ''), `${name} has scope ${scope}`);
    }
  });

  it('has at most three views, 12 settings and 5 tools, and an icon that exists', () => {
    assert.ok(Object.values(views).flat().length <= 3);
    assert.ok(Object.keys(configuration.properties).length <= 12);
    assert.equal(languageModelTools.length, 5);
    assert.ok(existsSync(manifest.icon));
  });

  it('requires the oldest VS Code that is tested, and is checked against its API', () => {
    const oldest = vscodeReleases.oldest.replace(/\.\d+$/, '.0');
    assert.equal(manifest.engines.vscode, `^${oldest}`);
    assert.equal(manifest.devDependencies['@types/vscode'], oldest);
  });

  it('has everything that the marketplaces show', () => {
    const { publisher, license, pricing, categories, keywords, galleryBanner } = manifest;
    assert.match(String(publisher), /^[a-z\d-]+$/);
    assert.equal(license, 'MIT');
    assert.equal(pricing, 'Free');
    assert.deepEqual(categories, ['AI', 'Other', 'SCM Providers']);
    // The marketplace accepts 30 at most.
    assert.ok(Array.isArray(keywords) && keywords.length >= 5 && keywords.length <= 30);
    assert.equal(new Set(keywords).size, keywords.length);
    const { color, theme } = galleryBanner as Record<string, unknown>;
    assert.match(String(color), /^#[\da-f]{6}$/);
    assert.equal(theme, 'dark');
  });

  it('has an icon that is a PNG of at least 128 by 128 pixels and at most 5 KB', () => {
    const icon = readFileSync(manifest.icon);
    assert.equal(icon.toString('latin1', 1, 4), 'PNG');
    assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(20) >= 128);
    assert.ok(icon.length <= 5 * 1024, `${icon.length} bytes`);
  });

  it('only refers to existing pictures and commands in the walkthrough', () => {
    const contextKeys = readFileSync('src/ui/editor/contextKeys.ts', 'utf8');
    const steps = manifest.contributes.walkthroughs.flatMap((each) => each.steps);
    assert.ok(steps.length > 0);
    for (const { media, description, completionEvents } of steps) {
      assert.ok(existsSync(media.svg), media.svg);
      const key = description.slice(1, -1);
      for (const texts of [nls, german]) {
        assert.ok(texts[media.altText.slice(1, -1)], media.altText);
        const links = [...(texts[key] ?? '').matchAll(/\(command:([\w.]+)\)/g)];
        assert.ok(links.length > 0, key);
        const known = new Set<string>(commandIds);
        assert.deepEqual(
          links.filter(([, id = '']) => !known.has(id)),
          [],
        );
      }
      // A cancelled command doesn't complete a step; only its result does.
      const keys = completionEvents.map((event) =>
        event.replace('onContext:serverManagement.', ''),
      );
      assert.deepEqual(
        keys.filter((each) => !contextKeys.includes(`'${each}'`)),
        [],
      );
    }
  });

  it('restarts a service and enables or disables a cron job with a button on its row', () => {
    const buttons = (menus['view/item/context'] ?? []).flatMap(({ command, group = '' }) =>
      group.startsWith('inline') ? [command] : [],
    );
    for (const each of ['restartService', 'enableCronJob', 'disableCronJob']) {
      assert.ok(buttons.includes(`serverManagement.${each}`), each);
    }
  });
});

function readTexts(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
