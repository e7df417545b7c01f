import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Manifest {
  readonly extensionKind: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly restrictedConfigurations?: readonly string[];
    };
  };
  readonly contributes: {
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
    };
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const settings = manifest.contributes.configuration.properties;
const { untrustedWorkspaces } = manifest.capabilities;

/** Settings that say nothing of an address, an account or how to reach one, each with why; none yet. */
const harmless = new Set<string>();

describe('The manifest', () => {
  it('lets a workspace set nothing that could name an address or an account', () => {
    for (const [name, { scope }] of Object.entries(settings)) {
      assert.ok(
        scope === 'application' || harmless.has(name),
        `a workspace could set ${name}: give it the scope "application"`,
      );
    }
  });

  it('names each of these settings once more, for the editor to tell where a workspace tries it', () => {
    assert.deepEqual(
      untrustedWorkspaces.restrictedConfigurations,
      Object.keys(settings).filter((name) => !harmless.has(name)),
    );
  });

  it('works where a workspace is not trusted; only with "limited" does the editor restrict settings', () => {
    assert.equal(untrustedWorkspaces.supported, 'limited');
  });

  it("keeps to the person's own machine wherever that can run it", () => {
    assert.deepEqual(manifest.extensionKind, ['ui', 'workspace']);
  });
});
