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

/** Settings that a workspace may set, each with the reason. */
const harmless = new Set([
  // Selects one of the person's accounts by its id, and is only followed in trusted workspaces.
  'serverManagement.link',
]);

describe('The manifest', () => {
  it('lets no workspace change a setting that could name an address or an account', () => {
    for (const [name, { scope }] of Object.entries(settings)) {
      assert.ok(
        scope === 'application' || harmless.has(name),
        `a workspace could set ${name}: give it the scope "application"`,
      );
    }
  });

  it('lists these settings as restricted, so that VS Code can report a workspace that sets one', () => {
    assert.deepEqual(
      untrustedWorkspaces.restrictedConfigurations,
      Object.keys(settings).filter((name) => !harmless.has(name)),
    );
  });

  it('declares limited support for untrusted workspaces, without which VS Code restricts no settings', () => {
    assert.equal(untrustedWorkspaces.supported, 'limited');
  });

  it("prefers to run on the person's own machine", () => {
    assert.deepEqual(manifest.extensionKind, ['ui', 'workspace']);
  });
});
