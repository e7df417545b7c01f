import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { replaceMember } from '../support/host/replaceMember';
import { schemaScheme, viewScheme } from '../../src/documents/schemes';
import { reportScheme } from '../../src/panels/reports/reportPath';
import { ReportTexts } from '../../src/ui/documents/texts';
import type { Sessions } from '../../src/accounts/sessions';
import { Snapshots } from '../../src/ui/editor/snapshots';
import { registerTexts } from '../../src/ui/app/register';

describe('read-only texts', () => {
  it('are loaded once, with the first one, and each scheme only reports its own changes', async () => {
    const providers = new Map<string, vscode.TextDocumentContentProvider>();
    const restore = replaceMember(
      vscode.workspace,
      'registerTextDocumentContentProvider',
      (scheme: string, provider: vscode.TextDocumentContentProvider) => {
        providers.set(scheme, provider);
        return new vscode.Disposable(() => undefined);
      },
    );
    const snapshots = new Snapshots();
    const reportTexts = new ReportTexts({} as Sessions);
    const services = { snapshots, reportTexts };
    let loads = 0;
    const registered = registerTexts(() => {
      loads += 1;
      return Promise.resolve({
        services,
        provideText: (_snapshots, _reports, uri) => `text of ${uri.scheme}`,
        provideReportLenses: () => [],
      });
    });
    restore();
    const heard: string[] = [];
    const { token } = new vscode.CancellationTokenSource();
    assert.deepEqual(new Set(providers.keys()), new Set([viewScheme, schemaScheme, reportScheme]));
    for (const [scheme, provider] of providers) {
      provider.onDidChange?.((uri) => heard.push(`${scheme}: ${uri.toString()}`));
    }
    assert.equal(loads, 0);
    for (const [scheme, provider] of providers) {
      const uri = vscode.Uri.from({ scheme, path: '/a' });
      assert.equal(await provider.provideTextDocumentContent(uri, token), `text of ${scheme}`);
    }
    assert.equal(loads, 1);
    snapshots.put('/a', 'new');
    reportTexts.put(vscode.Uri.from({ scheme: reportScheme, path: '/b' }), 'new');
    assert.deepEqual(heard, [
      `${viewScheme}: ${viewScheme}:/a`,
      `${reportScheme}: ${reportScheme}:/b`,
    ]);
    registered.dispose();
  });
});
