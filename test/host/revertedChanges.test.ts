import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LoggedChange } from '../../src/documents/history/changeLog';
import { DocumentError, WriteError } from '../../src/documents/writing/outcome';
import { revertChange } from '../../src/ui/commands/handlers/documentHandlers';
import { ApiError } from '../../src/api/errors';
import type { DocumentServices } from '../../src/ui/documents/documentServices';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { TestPick } from '../support/host/testPick';
import { useSandbox } from '../support/hostProbe';

const change: LoggedChange = {
  reference: { account: 'one', kind: 'cronJob', ids: [1, 101] },
  label: 'Nightly backup',
  at: 1,
  outcome: 'done',
  changes: [{ path: ['hour'], before: '2', after: '3' }],
};

const lost = new ApiError('timeout', { method: 'PATCH', path: '/' }, 'lost');
const why = "The service didn't answer in time. Check the network, or try again.";

describe('a change that a command made', () => {
  it('is listed in the history, and can be reverted there', async () => {
    const probe = await useSandbox();
    await probe.call('POST', '/__sandbox/reset');
    const server = { account: 'sandbox', kind: 'server', ids: [2] };
    const values = { name: 'batch-renamed' };
    await vscode.commands.executeCommand('serverManagement.renameServer', server, { values });
    const pick = new TestPick();
    const restores = [
      replaceMember(vscode.window, 'createQuickPick', () => pick as never),
      replaceMember(vscode.window, 'showWarningMessage', (...texts: readonly unknown[]) =>
        Promise.resolve(texts.at(-1)),
      ),
    ];
    try {
      void vscode.commands.executeCommand('serverManagement.showChanges');
      await eventually(() =>
        assert.equal(pick.labels[0], 'Renamed batch-amsterdam to batch-renamed'),
      );
      pick.pressButton('Revert…');
      await eventually(async () => {
        assert.equal((await probe.call('GET', '/api/v3/servers/2'))['name'], 'batch-amsterdam');
      });
    } finally {
      for (const restore of restores) restore();
    }
  });
});

describe('the question before a change is reverted', () => {
  it('says what it leaves out of long values, and where to see them', async () => {
    const before = `${'a'.repeat(1_000)}true`;
    let asked = '';
    const restore = replaceMember(
      vscode.window,
      'showWarningMessage',
      async (_question: string, { detail = '' }: vscode.MessageOptions) => void (asked = detail),
    );
    const services = {
      sessions: { account: () => Promise.resolve(undefined) },
      store: { find: () => ({ id: 1, name: 'shop' }) },
    } as unknown as DocumentServices;
    try {
      await revertChange(services, change);
      assert.doesNotMatch(asked, /whole values/);
      await revertChange(services, {
        ...change,
        changes: [{ path: ['command'], before, after: 'false' }],
      });
    } finally {
      restore();
    }
    assert.match(asked, /- "command": "false"\n\+ "command": "a{199}… \(806 more characters\)\n/);
    assert.match(
      asked,
      /\n"Show Before and After" in the change history shows the whole values\.\n/,
    );
  });
});

describe('a change that could not be reverted', () => {
  for (const { name, error, text, buttons } of [
    {
      name: 'failed',
      error: lost,
      text: `Couldn't revert "Nightly backup: hour 2 → 3". ${why}`,
      buttons: ['Try Again', 'Open'],
    },
    {
      name: 'was reverted in part',
      error: new WriteError('partly', { arrived: [], kept: [], cause: lost }),
      text: `"Nightly backup: hour 2 → 3" was reverted only in part. ${why}`,
      buttons: ['Try Again', 'Open'],
    },
    {
      name: 'may have been reverted',
      error: new WriteError('unknown', { arrived: [], kept: [], cause: lost }),
      text: `Couldn't confirm that "Nightly backup: hour 2 → 3" was reverted. ${why} Your change may have arrived, but that can't be checked right now. Compare with the live version before you save again.`,
      buttons: ['Try Again', 'Open'],
    },
    {
      name: 'was changed by others',
      error: new DocumentError([{ reason: 'conflict', path: ['hour'] }]),
      text: 'Couldn\'t revert "Nightly backup: hour 2 → 3": someone else changed the same fields since.',
      buttons: ['Open'],
    },
  ]) {
    it(`is named, with what is known of it: it ${name}`, async () => {
      const shown: unknown[] = [];
      const restores = [
        replaceMember(vscode.window, 'showWarningMessage', async () => 'Revert'),
        replaceMember(
          vscode.window,
          'showErrorMessage',
          async (message: string, _options: unknown, ...titles: readonly string[]) =>
            void shown.push([message, titles]),
        ),
      ];
      const services = {
        documents: { change: () => Promise.reject(error) },
        sessions: { account: () => Promise.resolve(undefined) },
        store: { find: () => ({ id: 1, name: 'shop' }) },
      };
      try {
        await revertChange(services as unknown as DocumentServices, change);
      } finally {
        for (const restore of restores) restore();
      }
      assert.deepEqual(shown, [[text, buttons]]);
    });
  }
});
