import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { useSandbox } from '../support/hostProbe';
import { MemorySecrets } from '../support/memorySecrets';
import { type Contributions, findOffers } from '../support/offers';
import type { SandboxProbe } from '../support/sandboxProbe';
import { toContent } from '../../src/resources/documents/content';
import type { Resource, ResourceKind } from '../../src/resources/kinds/kind';
import { kinds, lineage } from '../../src/resources/kinds/kinds';
import {
  type ResourceReference,
  toDocumentPath,
  toPathValues,
} from '../../src/resources/reference';

const extension = vscode.extensions.getExtension('server-management.server-management-explorer');
const manifest = extension?.packageJSON as { readonly contributes: Contributions };

/** The first of a kind in the sandbox, below the first of each kind above it. */
function firstOf({ id }: ResourceKind): ResourceReference {
  const count = lineage(id).filter(({ variable }) => variable).length;
  return { account: 'sandbox', kind: id, ids: [1, 101, 101].slice(0, count) };
}

describe('openDocument', () => {
  let probe: SandboxProbe;
  let window: HostWindow;

  before(async () => {
    probe = await useSandbox();
    await probe.call('POST', '/__sandbox/reset');
    window = openHostWindow(new MemorySecrets());
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  after(() => window.close());

  for (const kind of kinds) {
    const { read } = kind.operations;
    if (!read) continue;

    it(`shows what the service has, and is offered on the row: ${kind.id}`, async () => {
      const reference = firstOf(kind);
      await vscode.commands.executeCommand('serverManagement.openDocument', reference);
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.uri.path, toDocumentPath(reference));
      // The editor may still have had it open: what it shows then is read again a moment later.
      await vscode.commands.executeCommand('workbench.action.files.revert');
      const [version] = Object.keys(read.versions);
      const path = Object.entries(toPathValues(reference)).reduce(
        (text, [name, value]) => text.replace(`{${name}}`, String(value)),
        read.path,
      );
      const live: Resource = await probe.call('GET', `/api/${version}${path}`);
      await eventually(() =>
        assert.deepEqual(JSON.parse(document.getText()), toContent(kind, live)),
      );
      const { contextValue = '' } = window.core.explorer.servers.getTreeItem({
        type: 'resource',
        reference,
      });
      const offers = findOffers(manifest.contributes, 'serverManagement.openDocument');
      assert.ok(offers.length > 0 && offers.every(({ rows }) => rows?.test(contextValue)));
    });
  }
});
