import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { accountHandlers } from '../../src/ui/commands/handlers/accountHandlers';
import { recordFor } from '../support/accountRecord';
import { eventually } from '../support/eventually';
import { type RecordedMessage, recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';
import { TestBox } from '../support/host/testBox';
import { TestPick } from '../support/host/testPick';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

describe('an account that is changed', () => {
  let boxes: TestBox[];
  let picks: TestPick[];
  let messages: readonly RecordedMessage[];
  let restores: readonly (() => void)[];

  const window = eachTest(() => openAccountWindow({ id: 'one', label: 'One' }));
  beforeEach(async () => {
    boxes = [];
    picks = [];
    const recorded = recordMessages();
    ({ messages } = recorded);
    restores = [
      recorded.restore,
      replaceMember(vscode.window, 'createInputBox', () => {
        const box = new TestBox();
        boxes.push(box);
        return box as never;
      }),
      replaceMember(vscode.window, 'createQuickPick', () => {
        const pick = new TestPick();
        picks.push(pick);
        return pick as never;
      }),
    ];
  });

  afterEach(async () => {
    for (const restore of restores) restore();
  });

  async function run(command: keyof typeof accountHandlers): Promise<void> {
    await accountHandlers[command](window.services, 'one');
  }

  async function choose(label: string): Promise<void> {
    await eventually(() => assert.ok(picks.at(-1)?.labels.includes(label), label));
    picks.pop()?.enter(label);
  }

  async function nextBox(prompt: string): Promise<TestBox> {
    await eventually(() => assert.equal(boxes.at(-1)?.prompt, prompt));
    return boxes.pop() ?? assert.fail();
  }

  async function type(prompt: string, text: string): Promise<void> {
    const box = await nextBox(prompt);
    box.type(text);
    box.enter();
  }

  const partly =
    "\"One\" was saved, but can't use API v2. API v2 rejected the credentials (401). They're wrong, or this machine's address isn't on the token's allow list. Check the credentials and the list. The service says: Unauthenticated: the token or key is wrong or missing.";

  it('says which version rejects its new credentials', async () => {
    await window.probe.addFault('401:GET:/api/v2/ping');
    const edited = run('serverManagement.editAccount');
    await choose('Sign-in');
    await choose('API token');
    await type('API token', window.service.token);
    await edited;
    assert.deepEqual(messages, [{ type: 'warning', text: partly }]);
  });

  it('says which version rejects its credentials at the new address', async () => {
    await window.probe.addFault('401:GET:/api/v2/ping');
    const { accounts } = window.services;
    const token = { credentials: { kind: 'token', token: window.service.token } } as const;
    await accounts.save(recordFor(window.service, { id: 'one', label: 'One', ...token }));
    const edited = run('serverManagement.editAccount');
    await choose('Address');
    await type('Address of the service', `${window.service.url}/`);
    await edited;
    assert.deepEqual(messages, [{ type: 'warning', text: partly }]);
  });

  for (const { command, answer } of [
    {
      command: 'serverManagement.signIn',
      answer: () => type('API token', window.service.token),
    },
    {
      command: 'serverManagement.editAccount',
      answer: async () => {
        await choose('Name');
        await type('Display name of the account', 'Two');
      },
    },
  ] as const) {
    it(`says that it was removed in another window meanwhile: ${command}`, async () => {
      const changed = run(command);
      await eventually(() => assert.ok(boxes.length + picks.length > 0));
      await window.services.accounts.remove('one');
      await answer();
      await changed;
      const text =
        'Couldn\'t change the account "One": it was removed or moved to another address in the meantime. Nothing was saved.';
      assert.deepEqual(messages, [{ type: 'error', text }]);
    });
  }
});
