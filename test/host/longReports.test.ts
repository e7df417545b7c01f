import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openHostWindow } from '../support/host/hostWindow';
import { recordMessages } from '../support/host/recordedMessages';
import { MemorySecrets } from '../support/memorySecrets';
import { sessionsWithLog } from '../support/sessionsWithLog';
import { type Sessions, UnknownAccountError } from '../../src/accounts/sessions';
import { reportScheme, toReportPath } from '../../src/panels/reports/reportPath';
import { reports } from '../../src/panels/reports/reports';
import { runCommand } from '../../src/ui/commands/run/runCommand';
import { provideReportLenses } from '../../src/ui/documents/reports/provideReport';
import type { Services } from '../../src/ui/commands/services';
import { provideText } from '../../src/ui/documents/texts/provideText';
import { eachTest } from '../support/eachTest';

const events = reports.find(({ name, kind }) => name === 'events' && kind === 'server');
assert.ok(events);
const path = toReportPath(events, { account: 'live', kind: 'server', ids: [1] });
const uri = vscode.Uri.from({ scheme: reportScheme, path });

describe('a long report', () => {
  let services: Services;

  const window = eachTest(() => openHostWindow(new MemorySecrets()));
  beforeEach(() => {
    services = { ...window.services, sessions: sessionsWithLog(205, 205) };
  });

  /** Reads it like the editor does, and returns what is offered above its lines. */
  async function read(): Promise<{ readonly lines: number; readonly lenses: vscode.CodeLens[] }> {
    const { token } = new vscode.CancellationTokenSource();
    const text = await provideText(services, uri, token);
    const lineCount = text.split('\n').length;
    const lenses = provideReportLenses(services, { uri, lineCount } as vscode.TextDocument);
    return { lines: lineCount - 1, lenses };
  }

  it('says how much of it is shown, where it starts and ends, and shows the rest on request', async () => {
    const { lines, lenses } = await read();
    assert.equal(lines, 200);
    assert.deepEqual(
      lenses.map(({ range, command }) => [range.start.line, command?.title]),
      [0, 200].map((line) => [line, '$(ellipsis)\u{a0}Load more (200 of 205)']),
    );
    const refreshed: string[] = [];
    window.services.reportTexts.onDidChange((each) => refreshed.push(each.toString()));
    const given = (lenses[0]?.command?.arguments ?? []) as readonly unknown[];
    await runCommand('serverManagement.loadMore', services, given);
    assert.deepEqual(refreshed, [uri.toString()]);
    assert.deepEqual(await read(), { lines: 205, lenses: [] });
  });

  it('shows no more than requested after an attempt that failed', async () => {
    const sessions = sessionsWithLog(1_000, 1_000);
    const failing = { client: () => Promise.reject(new UnknownAccountError('live')) };
    const recorded = recordMessages();
    try {
      const broken = { ...services, sessions: failing as unknown as Sessions };
      await runCommand('serverManagement.loadMore', broken, [uri]);
      assert.equal(recorded.messages.length, 1);
    } finally {
      recorded.restore();
    }
    services = { ...services, sessions };
    assert.equal((await read()).lines, 200);
    await runCommand('serverManagement.loadMore', services, [uri]);
    assert.equal((await read()).lines, 400);
  });
});
