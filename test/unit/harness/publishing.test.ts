import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { toBillOfMaterials } from '../../../scripts/package/billOfMaterials';
import { findBundled } from '../../../scripts/package/bundled';
import { toNotices } from '../../../scripts/package/notices';
import { findObstacles, stores, takeToken } from '../../../scripts/package/obstacles';
import { readmeForPackage, toPictures } from '../../../scripts/package/readmeForPackage';

const readme = readFileSync('README.md', 'utf8');
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  version: string;
  author: string;
  publisher: string;
  license: string;
  preview?: boolean;
  enabledApiProposals?: unknown;
  repository: { url: string };
  bugs: { url: string };
  homepage: string;
  devDependencies: Record<string, string>;
};

describe('The requirements of stores for a package', () => {
  it('are met: names, version, no preview and no proposed API', () => {
    assert.match(manifest.name, /^[a-z0-9][a-z0-9-]*$/);
    assert.match(manifest.publisher, /^[a-z0-9][a-z0-9-]*$/i);
    assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
    assert.equal(manifest.preview, undefined);
    assert.equal(manifest.enabledApiProposals, undefined);
  });

  it('include addresses derived from the repository alone', () => {
    const home = manifest.repository.url.replace(/\.git$/, '');
    assert.equal(manifest.homepage, `${home}#readme`);
    assert.equal(manifest.bugs.url, `${home}/issues`);
  });

  it('include at least two pictures from the web, once the repository is public', () => {
    const pictures = toPictures('https://git.example.com/our/explorer.git');
    const packed = readmeForPackage(readme, pictures);
    const shown = [...packed.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, address]) => address);
    assert.ok(shown.length >= 2);
    for (const address of shown) {
      assert.match(
        address ?? '',
        /^https:\/\/git\.example\.com\/our\/explorer\/raw\/HEAD\/media\/.*\.png$/,
      );
    }
    assert.equal(toPictures('https://repository.invalid/our/explorer.git'), undefined);
  });
});

describe('A release', () => {
  const candidate = {
    version: '1.2.3',
    author: 'Ann Example',
    publisher: 'example',
    repository: { url: 'https://git.example.com/our/explorer.git' },
  };
  const changelog = '# Changelog\n\n## 1.2.3\n\n- New.\n';

  for (const [name, store] of Object.entries(stores)) {
    it(`to ${name} only stops without a token`, () => {
      const [obstacle, ...others] = findObstacles(candidate, changelog, store, undefined);
      assert.match(obstacle ?? '', new RegExp(`^${store.tokenVariable} isn't set`));
      assert.deepEqual(others, []);
      assert.deepEqual(findObstacles(candidate, changelog, store, 'secret'), []);
    });
  }

  it('stops if the repository is still a placeholder, or the version has no changelog entry', () => {
    const [marketplace] = Object.values(stores);
    assert.ok(marketplace);
    const unnamed = { ...candidate, repository: { url: 'https://repository.invalid/x.git' } };
    assert.match(findObstacles(unnamed, changelog, marketplace, 'secret').join(), /placeholder/);
    assert.deepEqual(findObstacles(candidate, '# Changelog\n\n## 1.2.2\n', marketplace, 'secret'), [
      'CHANGELOG.md starts with 1.2.2, package.json says 1.2.3.',
    ]);
  });
});

describe('A release of this manifest', () => {
  it('stops at every placeholder', () => {
    const [marketplace] = Object.values(stores);
    assert.ok(marketplace);
    const changelog = readFileSync('CHANGELOG.md', 'utf8');
    const found = findObstacles(manifest, changelog, marketplace, 'secret');
    assert.deepEqual(
      found.map((text) => /^"(\w+)" in package\.json is a placeholder/.exec(text)?.[1]),
      ['repository', 'author', 'publisher'],
    );
  });

  it('leaves no token in the environment of its tests, build and tools', () => {
    const [marketplace, other] = Object.values(stores);
    assert.ok(marketplace && other);
    const environment = { PATH: '/bin', VSCE_PAT: 'one', OVSX_PAT: 'two' };
    assert.equal(takeToken(marketplace, environment), 'one');
    assert.deepEqual(environment, { PATH: '/bin' });
    assert.equal(takeToken(other, environment), undefined);
  });

  it('uses packing and publishing tools of which every package is locked', () => {
    const folder = 'scripts/package/publishing';
    const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')) as {
      packages: Record<string, { version?: string; integrity?: string }>;
    };
    const { '': rootPackage, ...locked } = packages;
    assert.ok(rootPackage && Object.keys(locked).length > 100);
    assert.deepEqual(
      Object.keys(locked).filter((name) => !locked[name]?.version || !locked[name]?.integrity),
      [],
    );
  });
});

describe('The workflows', () => {
  it('run only actions that are pinned by digest', () => {
    const workflow = readFileSync('.github/workflows/checks.yml', 'utf8');
    const uses = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action ?? '');
    assert.ok(uses.length > 0);
    assert.deepEqual(
      uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
      [],
    );
  });
});

describe('The packages whose code is bundled', () => {
  const inputs = {
    'node_modules/zod/v4/classic/schemas.js': { bytes: 1, imports: [] },
    'node_modules/zod/v4/core/util.js': { bytes: 1, imports: [] },
    'node_modules/@modelcontextprotocol/client/dist/index.mjs': { bytes: 1, imports: [] },
    'src/extension.ts': { bytes: 1, imports: [] },
  };

  it('are found once each, with version and license', async () => {
    const bundled = await findBundled({ inputs });
    assert.deepEqual(
      bundled.map(({ name, version, license }) => [name, version, license]),
      [
        [
          '@modelcontextprotocol/client',
          manifest.devDependencies['@modelcontextprotocol/client'],
          'Apache-2.0',
        ],
        ['zod', manifest.devDependencies['zod'], 'MIT'],
      ],
    );
    assert.match(toNotices(bundled), /^@modelcontextprotocol\/client \d[^]*\n-{80}\n\nzod \d/m);
  });

  it('are found in the code of another one, too', async () => {
    const folder = 'node_modules/@modelcontextprotocol/server/dist';
    const chunk = readdirSync(folder).find((name) => /^src-.*\.mjs$/.test(name));
    const bundled = await findBundled({
      inputs: { [`${folder}/${chunk}`]: { bytes: 1, imports: [] } },
    });
    assert.deepEqual(
      bundled.map(({ name }) => name),
      ['@modelcontextprotocol/server', 'content-type'],
    );
  });

  it('all have a license', async () => {
    const page = readFileSync('docs/dependencies.md', 'utf8');
    const [, packed = ''] = page.split('\n## ');
    const names = [...packed.matchAll(/^\| `(.+?)`/gm)].map(([, name = '']) => name).toSorted();
    const files = names.map((name) => [
      `node_modules/${name}/package.json`,
      { bytes: 1, imports: [] },
    ]);
    const bundled = await findBundled({ inputs: Object.fromEntries(files) });
    assert.ok(names.length > 7);
    assert.deepEqual(
      bundled.map(({ name }) => name),
      names,
    );
  });

  it('are listed in the bill of materials with addresses that scanners recognize', async () => {
    const bill = toBillOfMaterials(manifest, await findBundled({ inputs })) as {
      bomFormat: string;
      components: readonly { purl: string; licenses: unknown }[];
    };
    assert.equal(bill.bomFormat, 'CycloneDX');
    assert.deepEqual(
      bill.components.map(({ purl }) => purl),
      [
        `pkg:npm/%40modelcontextprotocol/client@${manifest.devDependencies['@modelcontextprotocol/client']}`,
        `pkg:npm/zod@${manifest.devDependencies['zod']}`,
      ],
    );
    assert.deepEqual(bill.components[1]?.licenses, [{ license: { id: 'MIT' } }]);
  });

  it('are explained in docs/dependencies.md, as is every development package', () => {
    const page = readFileSync('docs/dependencies.md', 'utf8');
    for (const name of Object.keys(manifest.devDependencies)) {
      assert.match(page, new RegExp(`^\\| \`${name}\` +\\| \\S`, 'm'), name);
    }
  });
});
