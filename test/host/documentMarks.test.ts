import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Environment } from '../../src/accounts/account';
import { draftScheme, scheme } from '../../src/documents/schemes';
import { toDraftPath } from '../../src/documents/drafts/draftPath';
import { toDocumentPath } from '../../src/resources/reference';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { DocumentMarks } from '../../src/ui/accounts/documentMarks';
import { recordFor } from '../support/accountRecord';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { MemorySecrets } from '../support/memorySecrets';
import { startService } from '../support/startService';

describe('the marks of tabs', () => {
  let service: Sandbox;
  let window: HostWindow;

  before(async () => {
    service = await startService();
    window = openHostWindow(new MemorySecrets());
    for (const environment of ['production', 'staging', 'development'] as const) {
      // oxlint-disable-next-line no-await-in-loop
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
    return new DocumentMarks(window.services).provideFileDecoration(uri);
  }

  function documentOf(account: string): vscode.Uri {
    const path = toDocumentPath({ account, kind: 'cronJob', ids: [1, 101] });
    return vscode.Uri.from({ scheme, path });
  }

  function draftOf(account: string): vscode.Uri {
    const path = toDraftPath({ account, kind: 'cronJob', parents: [1] }, 1);
    return vscode.Uri.from({ scheme: draftScheme, path });
  }

  const expected: readonly (readonly [Environment, string, string | undefined])[] = [
    ['production', 'P', 'charts.red'],
    ['staging', 'S', undefined],
    ['development', 'D', undefined],
  ];

  for (const [environment, badge, color] of expected) {
    for (const [what, toUri] of [
      ['a document', documentOf],
      ['a draft', draftOf],
    ] as const) {
      it(`of ${what} in ${environment} are ${[badge, color].filter(Boolean).join(', ')}`, async () => {
        const marks = await marksOf(toUri(environment));
        assert.equal(marks?.badge, badge);
        assert.equal(marks.tooltip, `My ${environment} (${environment})`);
        assert.equal(marks.color?.id, color);
      });
    }
  }

  it('name the server once it is known', async () => {
    await window.services.store.read({ account: 'production', kind: 'server', ids: [1] });
    const marks = await marksOf(documentOf('production'));
    assert.equal(marks?.tooltip, 'My production › shop-frankfurt (production)');
  });

  it('are missing if the account was removed, or the file is no document', async () => {
    assert.equal(await marksOf(documentOf('removed')), undefined);
    assert.equal(await marksOf(vscode.Uri.from({ scheme: 'file', path: '/a.json' })), undefined);
  });
});
