import type { Values } from '../../src/base/questions';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { findAction } from '../support/actions/findAction';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { TestBox } from '../support/host/testBox';
import type { ActionContext } from '../../src/actions/action';
import { runAction } from '../../src/actions/runAction';
import type { Field } from '../../src/documents/creations/fields';
import { Snapshots } from '../../src/ui/editor/snapshots';
import { askForm } from '../../src/ui/prompts/askForm';
import { createPrompts } from '../../src/ui/prompts/vscodePrompts';

const fields: readonly Field[] = [
  { type: 'text', name: 'name', prompt: 'Name', parse: (text) => text.toUpperCase() },
  {
    type: 'text',
    name: 'note',
    prompt: 'Note',
    isOptional: true,
    warn: (text) => (text === '' ? 'Nobody will know why' : undefined),
    when: ({ name }) => name === 'LONG',
  },
  {
    type: 'secret',
    name: 'password',
    prompt: 'Password',
    isGenerated: true,
    validate: (text) => (text.length < 4 ? 'Too short' : undefined),
    warn: (text) => (text.length === 4 ? 'Rather short' : undefined),
  },
  {
    type: 'secret',
    name: 'pin',
    prompt: 'PIN',
    isGenerated: true,
    when: ({ name }) => name === 'PIN',
  },
  { type: 'text', name: 'comment', prompt: 'Comment', isOptional: true },
];

describe('going back in a form', () => {
  let world: ActionWorld;
  let boxes: TestBox[];
  let answered: Values | undefined | 'not yet';
  let restore: () => void;

  beforeEach(async () => {
    world = await startActionWorld();
    boxes = [];
    restore = replaceMember(vscode.window, 'createInputBox', () => {
      const box = new TestBox();
      boxes.push(box);
      return box as never;
    });
    answered = 'not yet';
    const form = {
      title: 'New',
      fields,
      from: [
        world.context(new ScriptedPrompts()),
        { account: 'service', kind: 'cronJob', parents: [1] },
      ] as const,
      given: { server: 1 },
      savedAnswers: new Map(),
    };
    void askForm(form).then((values) => (answered = values));
  });

  afterEach(async () => {
    restore();
    await world.close();
  });

  /** The box of the next question. */
  async function next(prompt: string): Promise<TestBox> {
    await eventually(() =>
      assert.deepEqual(
        boxes.map((box) => box.prompt),
        [prompt],
      ),
    );
    const [box] = boxes.splice(0);
    assert.ok(box);
    return box;
  }

  async function answer(prompt: string, text: string): Promise<void> {
    const box = await next(prompt);
    box.type(text);
    box.enter();
  }

  it('shows each answer as typed, and unfinished ones, too', async () => {
    await answer('Name', 'web');
    await answer('Password', 'secret');
    const comment = await next('Comment');
    assert.deepEqual([comment.step, comment.totalSteps, comment.hasBack], [3, 3, true]);
    comment.type('begun');
    comment.back();

    const password = await next('Password');
    assert.deepEqual([password.value, password.password], ['secret', true]);
    password.type('half');
    password.back();

    const name = await next('Name');
    assert.deepEqual([name.value, name.step, name.hasBack], ['web', 1, false]);
    name.enter();
    const again = await next('Password');
    assert.deepEqual([again.value, again.password], ['half', true]);
    again.enter();
    const last = await next('Comment');
    assert.equal(last.value, 'begun');
    last.enter();
    await eventually(() =>
      assert.deepEqual(answered, {
        server: 1,
        name: 'WEB',
        password: 'half',
        comment: 'begun',
      }),
    );
  });

  it('forgets answers that no longer apply, and asks the questions that another answer leads to', async () => {
    await answer('Name', 'long');
    await answer('Note', 'only here');
    (await next('Password')).back();
    (await next('Note')).back();
    await answer('Name', 'short');
    await answer('Password', 'secret');
    await answer('Comment', '');
    await eventually(() =>
      assert.deepEqual(answered, { server: 1, name: 'SHORT', password: 'secret' }),
    );
  });

  it('warns about a password that may be refused, and accepts it', async () => {
    await answer('Name', 'web');
    const box = await next('Password');
    box.type('abcd');
    assert.deepEqual(box.validationMessage, {
      message: 'Rather short',
      severity: vscode.InputBoxValidationSeverity.Warning,
    });
    box.type('abcde');
    assert.equal(box.validationMessage, undefined);
    box.type('abcd');
    box.enter();
    await answer('Comment', '');
    await eventually(() =>
      assert.deepEqual(answered, { server: 1, name: 'WEB', password: 'abcd' }),
    );
  });

  it('shows the question in an empty box, and on Enter what follows from leaving it empty', async () => {
    await answer('Name', 'long');
    const box = await next('Note');
    assert.equal(box.validationMessage, undefined);
    box.enter();
    assert.deepEqual(box.validationMessage, {
      message: 'Nobody will know why',
      severity: vscode.InputBoxValidationSeverity.Warning,
    });
    assert.deepEqual(boxes, []);
    box.enter();
    await answer('Password', 'secret');
    await answer('Comment', '');
    await eventually(() =>
      assert.deepEqual(answered, { server: 1, name: 'LONG', password: 'secret' }),
    );
  });

  it('accepts no invalid password, and only shows one on request', async () => {
    await answer('Name', 'web');
    const box = await next('Password');
    box.type('abc');
    assert.equal(box.validationMessage, 'Too short');
    box.enter();
    assert.deepEqual(boxes, []);
    assert.ok(box.password);
    box.press('Show Input');
    assert.ok(!box.password);
    box.press('Hide Input');
    assert.ok(box.password);
    box.press('Generate and Copy a Password');
    await eventually(() => assert.match(box.prompt ?? '', /copied/));
    assert.equal(box.validationMessage, undefined);
    assert.ok(box.password);
    const { value } = box;
    box.enter();
    await answer('Comment', '');
    await eventually(() => assert.deepEqual(answered, { server: 1, name: 'WEB', password: value }));
  });

  it('generates a password that is left empty', async () => {
    await answer('Name', 'pin');
    await answer('Password', 'secret');
    await answer('PIN', '');
    await answer('Comment', '');
    const pin = await vscode.env.clipboard.readText();
    assert.equal(pin.length, 24);
    await eventually(() =>
      assert.deepEqual(answered, { server: 1, name: 'PIN', password: 'secret', pin }),
    );
  });

  it('returns no answer on Escape, even after earlier answers', async () => {
    await answer('Name', 'web');
    (await next('Password')).back();
    (await next('Name')).escape();
    await eventually(() => assert.equal(answered, undefined));
    assert.deepEqual(boxes, []);
  });
});

describe('leaving a form', () => {
  const target = { account: 'service', kind: 'systemUser', parents: [1] } as const;
  const action = findAction('serverManagement.createSystemUser', 'systemUser');
  let world: ActionWorld;
  let context: ActionContext;
  let boxes: TestBox[];
  let restore: () => void;

  beforeEach(async () => {
    world = await startActionWorld();
    const prompts = new ScriptedPrompts();
    prompts.ask = askForm;
    context = world.context(prompts);
    boxes = [];
    restore = replaceMember(vscode.window, 'createInputBox', () => {
      const box = new TestBox();
      boxes.push(box);
      return box as never;
    });
  });

  afterEach(async () => {
    restore();
    await world.close();
  });

  async function next(): Promise<TestBox> {
    await eventually(() => assert.equal(boxes.length, 1));
    const [box] = boxes.splice(0);
    assert.ok(box);
    return box;
  }

  async function answer(text: string): Promise<void> {
    const box = await next();
    box.type(text);
    box.enter();
  }

  it('shows what was typed when it is opened again on the same row, but no secret', async () => {
    const left = runAction(context, action, [target]);
    await answer('deploy');
    const password = await next();
    password.type('half a secret');
    password.escape();
    assert.equal((await left).status, 'cancelled');

    const other = runAction(context, action, [{ ...target, parents: [2] }]);
    const empty = await next();
    assert.equal(empty.value, '');
    empty.type('unfinished');
    empty.escape();
    await other;

    const again = runAction(context, action, [{ ...target, parents: [2] }]);
    const unfinished = await next();
    assert.equal(unfinished.value, 'unfinished');
    unfinished.escape();
    await again;

    const third = runAction(context, action, [target]);
    const name = await next();
    assert.equal(name.value, 'deploy');
    name.enter();
    const secret = await next();
    assert.equal(secret.value, '');
    secret.escape();
    await third;
  });

  it('shows nothing of a form that was sent', async () => {
    const sent = runAction(context, action, [target]);
    await answer('deploy');
    await answer('a long password');
    assert.equal((await sent).status, 'done');
    const again = runAction(context, action, [target]);
    const name = await next();
    assert.equal(name.value, '');
    name.escape();
    await again;
  });

  it('returns to the question whose answer was rejected, and says why', async () => {
    const users = { account: 'service', kind: 'databaseUser', parents: [1] } as const;
    const create = findAction('serverManagement.createDatabaseUser', 'databaseUser');
    const messages: string[] = [];
    const restoreMessage = replaceMember(
      vscode.window,
      'showErrorMessage',
      (text: string, _options: unknown, ...buttons: string[]) => {
        messages.push(text);
        return Promise.resolve(buttons.find((each) => each === 'Edit Answers…'));
      },
    );
    try {
      context = world.context(createPrompts(new Snapshots()));
      const created = runAction(context, create, [users]);
      await answer('shop');
      await answer('a-good-password');
      const name = await next();
      assert.equal(name.value, 'shop');
      assert.match(JSON.stringify(name.validationMessage), /The server has a database user/);
      name.type('reporting');
      name.enter();
      const password = await next();
      assert.equal(password.value, 'a-good-password');
      password.enter();
      assert.equal((await created).status, 'done');
      assert.equal(messages.length, 1);
    } finally {
      restoreMessage();
    }
  });
});
