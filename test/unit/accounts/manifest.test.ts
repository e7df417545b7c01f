import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Setting {
  readonly type?: string | readonly string[];
  readonly scope?: string;
  readonly enum?: readonly string[];
}

interface Manifest {
  readonly extensionKind: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: unknown } };
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

describe('The manifest', () => {
  it('lets a workspace set nothing that could name an address or an account', () => {
    for (const [name, setting] of Object.entries(manifest.contributes.configuration.properties)) {
      const isHarmless =
        setting.type === 'boolean' || setting.type === 'number' || setting.enum !== undefined;
      assert.ok(
        setting.scope === 'application' || (isHarmless && !/account|address|url/i.test(name)),
        `a workspace could set ${name}: give it the scope "application"`,
      );
    }
    const { properties } = manifest.contributes.configuration;
    assert.equal(properties['serverManagement.sandbox.autoStart']?.scope, 'application');
  });

  it('works where a workspace is not trusted: nothing of it is taken for granted', () => {
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, true);
  });

  it("keeps to the person's own machine wherever that can run it", () => {
    assert.deepEqual(manifest.extensionKind, ['ui', 'workspace']);
  });
});
