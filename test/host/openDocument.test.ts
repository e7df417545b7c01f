import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { recordMessages } from '../support/host/recordedMessages';
import { useSandbox } from '../support/hostProbe';
import { MemorySecrets } from '../support/memorySecrets';
import { type Contributions, findOffers } from '../support/offers';
import { toContent } from '../../src/documents/content';
import type { Endpoint } from '../../src/api/contract/endpoint';
import type { Resource } from '../../src/resources/kinds/kind';
import { type KindId, type ResourceKind, kinds, lineage } from '../../src/resources/kinds/kinds';
import {
  parseDocumentPath,
  type ResourceReference,
  toPathValues,
} from '../../src/resources/reference';
import { allTests } from '../support/eachTest';

const extension = vscode.extensions.getExtension('server-management.server-management-explorer');
const manifest = extension?.packageJSON as { readonly contributes: Contributions };

/** The first of a kind in the sandbox, below the first of each parent kind. */
function firstOf({ id }: ResourceKind): ResourceReference {
  const count = lineage(id).filter(({ variable }) => variable).length;
  // The first web application has neither.
  const only: Partial<Record<KindId, readonly number[]>> = {
    gitRepository: [1, 104],
    installer: [3, 304, 304],
  };
  const ids = only[id] ?? [1, 101, 101].slice(0, count);
  return { account: 'sandbox', kind: id, ids };
}

describe('openDocument', () => {
  let window: HostWindow;

  const probe = allTests(useSandbox);
  before(async () => {
    await probe.call('POST', '/__sandbox/reset');
    window = openHostWindow(new MemorySecrets());
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  after(() => window.close());

  /** The service's answer to a read of a resource. */
  function get(
    { versions, path }: Endpoint,
    reference: ResourceReference,
  ): Promise<Record<string, unknown>> {
    const [version] = Object.keys(versions);
    const filled = Object.entries(toPathValues(reference)).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, String(value)),
      path,
    );
    return probe.call('GET', `/api/${version}${filled}`);
  }

  it('says which resource cannot be opened, and why', async () => {
    const gone = { account: 'sandbox', kind: 'cronJob', ids: [1, 99_999] };
    await probe.forgetRequests();
    const recorded = recordMessages();
    try {
      await vscode.commands.executeCommand('serverManagement.openDocument', gone);
      await eventually(() => assert.equal(recorded.messages.length, 1));
    } finally {
      recorded.restore();
    }
    assert.deepEqual(recorded.messages, [
      {
        type: 'error',
        text:
          'Couldn\'t open "shop-frankfurt › Cron Job 99999". Not found on the service, or not offered (404). ' +
          'The service says: There is no cron job with the id "99999".',
      },
    ]);
    const reads = (await probe.requests()).map(({ path }) => path);
    assert.deepEqual(
      reads.filter((path) => path.endsWith('/99999')),
      ['/api/v3/servers/1/cronjobs/99999', '/api/v2/servers/1/cronjobs/99999'],
    );
  });

  for (const kind of kinds) {
    const { read } = kind.operations;
    if (!read || kind.document?.text) continue;

    it(`shows the service's data, and is offered on the row: ${kind.id}`, async () => {
      const reference = firstOf(kind);
      await vscode.commands.executeCommand('serverManagement.openDocument', reference);
      const document = vscode.window.activeTextEditor?.document;
      assert.ok(document);
      assert.deepEqual(parseDocumentPath(document.uri.path), reference);
      // If the editor still had it open, its text is read again a moment later.
      await vscode.commands.executeCommand('workbench.action.files.revert');
      const live: Record<string, unknown> = await get(read, reference);
      for (const part of kind.operations.parts ?? []) {
        live[part.member] = await get(part.read, reference);
      }
      await eventually(() =>
        assert.deepEqual(JSON.parse(document.getText()), toContent(kind, live as Resource)),
      );
      const { contextValue = '' } = window.services.explorer.servers.getTreeItem({
        type: 'resource',
        reference,
      });
      const offers = findOffers(manifest.contributes, 'serverManagement.openDocument');
      // Offered on the row itself and in its menu or a submenu.
      const matching = offers.filter(({ rows }) => rows?.test(contextValue));
      assert.ok(matching.length >= 2, JSON.stringify(matching));
    });
  }
});
