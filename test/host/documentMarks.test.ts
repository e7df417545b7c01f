import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Environment } from '../../src/accounts/account';
import { draftScheme, scheme } from '../../src/documents/schemes';
import { toDraftPath } from '../../src/documents/drafts/draftPath';
import { toDocumentPath } from '../../src/resources/reference';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { markDocument } from '../../src/ui/accounts/documentMarks';
import { recordFor } from '../support/accountRecord';
import { assertEvery } from '../support/assertEvery';
import { allRows, type HostWindow, openHostWindow, type Row } from '../support/host/hostWindow';
import { MemorySecrets } from '../support/memorySecrets';
import { startService } from '../support/startService';

describe('the marks of tabs', () => {
  let service: Sandbox;
  let window: HostWindow;

  before(async () => {
    service = await startService();
    window = openHostWindow(new MemorySecrets());
    for (const environment of ['production', 'staging', 'development'] as const) {
      await window.services.accounts.save(
        recordFor(service, { id: environment, label: `My ${environment}`, environment }),
      );
    }
  });

  after(async () => {
    await window.close();
    await service.close();
  });

  function marksOf(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
    return markDocument(window.services, uri);
  }

  function documentOf(account: string): vscode.Uri {
    const path = toDocumentPath({ account, kind: 'cronJob', ids: [1, 101] });
    return vscode.Uri.from({ scheme, path });
  }

  function draftOf(account: string): vscode.Uri {
    const path = toDraftPath({ account, kind: 'cronJob', parents: [1] }, 1);
    return vscode.Uri.from({ scheme: draftScheme, path });
  }

  const expected: readonly (readonly [Environment, string, string, string | undefined])[] = [
    ['production', 'Production', 'P', 'charts.red'],
    ['staging', 'Staging', 'S', undefined],
    ['development', 'Development', 'D', undefined],
  ];

  for (const [environment, word, badge, color] of expected) {
    for (const [what, toUri] of [
      ['a document', documentOf],
      ['a draft', draftOf],
    ] as const) {
      it(`of ${what} in ${environment} are ${[badge, color].filter(Boolean).join(', ')}`, async () => {
        const marks = await marksOf(toUri(environment));
        assert.equal(marks?.badge, badge);
        assert.equal(marks.tooltip, `My ${environment} (${word})`);
        assert.equal(marks.color?.id, color);
      });
    }
  }

  it('name the server once it is known', async () => {
    await window.services.store.read({ account: 'production', kind: 'server', ids: [1] });
    const marks = await marksOf(documentOf('production'));
    assert.equal(marks?.tooltip, 'My production › shop-frankfurt (Production)');
  });

  it('are a letter on rows that represent production, by a URI that no other row has', async () => {
    const { servers, account } = window.services.explorer;
    const opens = ({ node }: Row): boolean => node.type === 'account';
    const rows = [...(await allRows(servers, opens)), ...(await allRows(account, opens))];
    const marked = rows.filter(({ item }) => item.resourceUri);
    const accountOf = ({ node }: Row): string =>
      node.type === 'account' ? node.account.id : 'reference' in node ? node.reference.account : '';
    assert.deepEqual([...new Set(marked.map(accountOf))], ['production']);
    assert.deepEqual(
      [...new Set(marked.map(({ node }) => node.type))],
      ['account', 'resource', 'collection'],
    );
    const names = marked.map(({ item }) => item.label);
    assert.ok(names.includes('My production') && names.includes('shop-frankfurt'));
    const [uri, ...others] = new Set(marked.map(({ item }) => item.resourceUri?.toString()));
    assert.equal(others.length, 0, 'the editor asks once for all of them');
    const marks = await marksOf(vscode.Uri.parse(uri ?? ''));
    assert.deepEqual(
      [marks?.badge, marks?.color, marks?.tooltip],
      ['P', undefined, 'My production (Production)'],
    );
  });

  it('are only on the first level of rows if there is a single account', async () => {
    const { servers } = window.services.explorer;
    const draw = async (): Promise<readonly Row[]> => allRows(servers, () => false);
    const below = async (): Promise<readonly Row[]> => {
      const [first] = (await draw()).filter(({ node }) => node.type === 'account');
      assert.ok(first);
      return allRows(servers, () => false, first.node);
    };
    const before = (await below()).map(({ item }) => words(item));
    for (const id of ['staging', 'development']) {
      await window.services.accounts.remove(id);
    }
    const rows = await draw();
    assert.ok(rows.length > 1);
    assertEvery(rows, ({ item }) => item.resourceUri?.path === '/production');
    assert.deepEqual(
      rows.map(({ item }) => words(item)),
      before,
    );
    // Rows further down don't show their account.
    const inside = await allRows(servers, () => false, rows[0]?.node);
    assertEvery(inside, ({ item }) => item.resourceUri === undefined);
  });

  it("are missing if the account was removed or the file isn't a document", async () => {
    assert.equal(await marksOf(documentOf('removed')), undefined);
    assert.equal(await marksOf(vscode.Uri.from({ scheme: 'file', path: '/a.json' })), undefined);
  });
});

/** Everything that a row shows and says. */
function words({
  label,
  description,
  tooltip,
  accessibilityInformation,
}: vscode.TreeItem): unknown {
  return { label, description, tooltip, accessibilityInformation };
}
