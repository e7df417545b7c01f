import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';
import { openAccountWindow } from '../support/host/accountWindow';
import { allTests } from '../support/eachTest';
import { ApiError } from '../../src/api/errors';
import { withLateProgress } from '../../src/ui/editor/progress';
import { foreign } from '../../src/base/foreignText';
import { showError, askModal, showMessage } from '../../src/ui/editor/messages';
import { reportOutcome } from '../../src/ui/explorer/watch/watching';
import { followLink } from '../../src/ui/explorer/explorer';

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

  it('say how much of a long list a question leaves out', async () => {
    let shown = '';
    const restore = replaceMember(
      vscode.window,
      'showWarningMessage',
      async (_text: string, { detail = '' }: vscode.MessageOptions) => void (shown = detail),
    );
    const place = { lines: ['Account: Example Hosting'], typed: '' };
    try {
      const detail = 'x'.repeat(5_234);
      await askModal({ question: 'Delete?', detail, place, button: 'Delete' });
    } finally {
      restore();
    }
    const [list, rest, where] = shown.split('\n');
    assert.equal(list, `${'x'.repeat(4_000)}…`);
    assert.deepEqual([rest, where], ['(1,234 more characters)', 'Account: Example Hosting']);
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

describe('what fails outside a command', () => {
  const operation = { method: 'GET', path: '/' } as const;
  const broken = new ApiError('server', operation, 'it failed', { status: 500 });
  let said: string[];
  let restores: readonly (() => void)[];

  beforeEach(() => {
    said = [];
    // The person presses the first button of every message.
    const press = (text: string, _options: unknown, button?: string): Promise<unknown> => {
      said.push(text);
      return Promise.resolve(button);
    };
    restores = (['showInformationMessage', 'showErrorMessage'] as const).map((name) =>
      replaceMember(vscode.window, name, press),
    );
  });

  afterEach(() => {
    for (const restore of restores) restore();
  });

  /** Fails once with each error. */
  function failing(...errors: readonly unknown[]): () => Promise<void> {
    const left = [...errors];
    return async () => {
      if (left.length > 0) throw left.shift();
    };
  }

  it('is reported if it is the button of a message, which can be tried again', async () => {
    const run = failing(broken, new Error('The clipboard is locked.'));
    await showMessage('information', 'Exported.', [{ title: 'Open Folder', run }]);
    assert.deepEqual(said, [
      'Exported.',
      '"Open Folder" failed. The service failed (500). Try again later.',
      '"Open Folder" failed. The clipboard is locked.',
    ]);
  });

  it("isn't reported if the person cancelled it", async () => {
    const run = failing(new ApiError('cancelled', operation, 'cancelled'));
    await showMessage('information', 'Exported.', [{ title: 'Open Folder', run }]);
    assert.deepEqual(said, ['Exported.']);
  });

  it('is reported if it is a link, which can be followed again', async () => {
    const follow = failing(broken);
    const shown = { follow: () => follow().then((): 'shown' => 'shown') };
    await followLink(shown, '/a');
    assert.deepEqual(said, ["Couldn't open the link. The service failed (500). Try again later."]);
  });
});

describe('a link that leads nowhere here', () => {
  const window = allTests(openAccountWindow);

  for (const [path, reason] of [
    ['/server-management/nobody/servers/1.server.json', 'its account was removed'],
    ['/server-management/example/servers/one.server.json', "it's damaged"],
    ['/server-management/example', "it's damaged"],
    ['/etc/passwd', "it's damaged"],
  ] as const) {
    it(`says why, and sends nothing: ${path}`, async () => {
      const { messages, restore } = recordMessages();
      try {
        await followLink(window.services.explorer, path);
      } finally {
        restore();
      }
      const [message, ...others] = messages.map(({ text }) => text);
      assert.ok(message?.startsWith(`Couldn't open the link: ${reason}`), message);
      assert.deepEqual(others, []);
      assert.deepEqual(await window.probe.requests(), []);
    });
  }
});

describe('a watched task whose state could not be read', () => {
  for (const [kind, text] of [
    ['deployment', 'The outcome of the deployment of "Shop" is unknown.'],
    ['certificate', "Couldn't check whether the certificate of Shop was issued."],
    ['connection', "Couldn't check whether Shop is connected."],
    ['cache', "Couldn't check whether the cache of Shop is ready."],
  ] as const) {
    it(`is said to be unknown, and why: ${kind}`, () => {
      const { messages, restore } = recordMessages();
      const names = { nameOf: () => foreign('Shop') };
      const store = { forget: () => undefined };
      const subject = { account: 'one', kind: 'server', ids: [1] } as const;
      const error = new ApiError('server', { method: 'GET', path: '/' }, '', { status: 500 });
      const task = { id: 'a', kind, subject, startedAt: 0, before: {} };
      try {
        reportOutcome(store, names, { task, state: 'unknown', reference: undefined, error });
      } finally {
        restore();
      }
      assert.deepEqual(messages, [
        { type: 'warning', text: `${text} The service failed (500). Try again later.` },
      ]);
    });
  }
});
