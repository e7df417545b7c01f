import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';
import { ApiError } from '../../src/api/errors';
import { withLateProgress } from '../../src/ui/status/lateProgress';
import { foreign } from '../../src/base/foreignText';
import { showError } from '../../src/ui/notifications';

const hostile = `[Details](command:workbench.action.quit)\u{202e}${'x'.repeat(5_000)}`;
const harmless = '[Details] (command: workbench.action.quit)\u{fffd}';

describe('messages that quote the service', () => {
  it('contain no links and are limited in length', async () => {
    const { messages, restore } = recordMessages();
    try {
      const operation = { method: 'GET', path: '/' } as const;
      const details = { status: 500, serviceMessage: foreign(hostile) };
      await showError('It failed.', new ApiError('server', operation, 'it failed', details));
    } finally {
      restore();
    }
    const [message] = messages;
    assert.ok(message);
    assert.ok(message.text.includes(harmless), message.text);
    assert.ok(message.text.length < 600, String(message.text.length));
  });

  it('contain no links in progress notifications either', async () => {
    const shown: unknown[] = [];
    let begun = (): void => undefined;
    const isShown = new Promise<void>((resolve) => (begun = resolve));
    const restore = replaceMember(
      vscode.window,
      'withProgress',
      async (
        { title }: vscode.ProgressOptions,
        task: (progress: vscode.Progress<unknown>, token: vscode.CancellationToken) => unknown,
      ) => {
        shown.push(title);
        const running = task(
          { report: (step) => shown.push(step) },
          new vscode.CancellationTokenSource().token,
        );
        begun();
        await running;
      },
    );
    try {
      await withLateProgress('Deleting "[a](command:b)"', async (_signal, report) => {
        report('[c](command:d)');
        await isShown;
      });
    } finally {
      restore();
    }
    assert.deepEqual(shown, ['Deleting "[a] (command: b)"', { message: '[c] (command: d)' }]);
  });
});
