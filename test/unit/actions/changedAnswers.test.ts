import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { findRejectedAnswers, inWordsOfQuestions } from '../../../src/actions/result';
import { ApiError } from '../../../src/api/errors';
import type { Field } from '../../../src/documents/creations/fields';
import { creations } from '../../../src/documents/creations/creations';
import type { Target } from '../../../src/resources/reference';
import { eachTest } from '../../support/eachTest';

const jobsPath = '/api/v2/servers/1/cronjobs';
const jobs: Target = { account: 'service', kind: 'cronJob', parents: [1] };
const tidy = { label: 'Tidy', time: '5 3 * * 1', username: 'shop', command: 'tidy' };
const users: Target = { account: 'service', kind: 'databaseUser', parents: [1] };

describe('A form that the service rejects', () => {
  const world = eachTest(startActionWorld);

  async function sent(): Promise<unknown[]> {
    const requests = await world.probe.requests();
    return requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
  }

  it('is sent again only for the resources that rejected it', async () => {
    const path = '/api/v3/servers/1/users';
    await world.probe.addFault(`422:PATCH:${path}/103/password`);
    const prompts = new ScriptedPrompts({
      answers: { password: 'a-good-password' },
      beforeRetry: () => world.probe.clearFaults(),
      changes: { password: 'a-better-password' },
    });
    const targets = [102, 103, 101].map((id): Target => {
      return { account: 'service', kind: 'systemUser', ids: [1, id] };
    });
    const context = world.context(prompts);
    const { status } = await runCommand(context, 'serverManagement.changePassword', targets);
    assert.equal(status, 'accepted');
    const changed = (await world.probe.requests()).flatMap(({ method, path: at }) =>
      method === 'PATCH' ? [at.slice(path.length)] : [],
    );
    assert.deepEqual(changed, ['/102/password', '/103/password', '/101/password', '/103/password']);
    assert.deepEqual(
      prompts.confirmations.map(({ message }) => message),
      ['Change Password for 3 system users?', 'Change the password of "reports"?'],
      'the other password is asked about again',
    );
  });

  it('returns to the rejected answer, and sends the changed one', async () => {
    const prompts = new ScriptedPrompts({
      answers: { username: 'shop', password: 'a-good-password' },
      changes: { username: 'reporting' },
    });
    const { status } = await runCommand(
      world.context(prompts),
      'serverManagement.createDatabaseUser',
      [users],
    );
    assert.equal(status, 'done');
    assert.deepEqual(
      world.created.map(({ reference, text }) => [reference.kind, text]),
      [['databaseUser', 'Database user "reporting" created.']],
    );
    assert.deepEqual(
      prompts.summaries.map(({ failure, canChange }) => [failure, canChange]),
      [['Database user "shop" wasn\'t created.', true]],
    );
    const [result] = prompts.summaries[0]?.results ?? [];
    assert.ok(result?.state.type === 'failed' && result.state.error instanceof ApiError);
    assert.deepEqual(Object.keys(result.state.error.fieldErrors), ['User name']);
    const [first, again] = prompts.forms;
    assert.equal(again?.savedAnswers, first?.savedAnswers, 'the typed text must be kept');
    assert.deepEqual(
      [...(again?.refused ?? [])].map(([field]) => 'name' in field && field.name),
      ['username'],
    );
    const names = (await sent()).map((body) => (body as { username: string }).username);
    assert.deepEqual(names, ['shop', 'reporting']);
  });

  it('finds the question for a value that is sent in parts, or spelled differently', () => {
    const fields = creations.cronJob?.fields() ?? [];
    const fieldErrors = { minute: ['No.'], 'data.user_name': ['Nobody.'], unknown: ['?'] };
    const operation = { method: 'POST', path: '/' } as const;
    const error = new ApiError('invalid', operation, 'refused', { fieldErrors });
    const refused = [...findRejectedAnswers(fields, error)].map(([field, why]) => [
      'name' in field && field.name,
      why,
    ]);
    assert.deepEqual(refused, [
      ['time', 'minute: No.'],
      ['username', 'Nobody.'],
    ]);
  });

  it('finds the question about several values, and says which one was rejected', () => {
    const one = { type: 'text', name: 'dbUser', prompt: '' } as const;
    const switches = { type: 'switches', prompt: '', options: () => [] } as const;
    const settings = {
      type: 'settings',
      prompt: '',
      fields: [{ name: 'memoryLimit' }, { name: 'MAX_SIZE' }],
    } as unknown as Field;
    const fieldErrors = { memory_limit: ['Too low.'], maxSize: ['Too big.'], DBUSER: ['Taken.'] };
    const operation = { method: 'POST', path: '/' } as const;
    const error = new ApiError('invalid', operation, 'refused', { fieldErrors });
    assert.deepEqual(
      [...findRejectedAnswers([switches, one, settings], error)],
      [
        [settings, 'memory_limit: Too low. maxSize: Too big.'],
        [one, 'Taken.'],
      ],
    );
    assert.deepEqual([...findRejectedAnswers([one], new Error('no answer'))], []);
  });

  it('is described with the questions in place of the members of the request', () => {
    const one = { type: 'text', name: 'dbUser', prompt: 'Database user' } as const;
    const switches = { type: 'switches', prompt: 'Flags', options: () => [] } as const;
    const settings = {
      type: 'settings',
      prompt: 'Settings',
      fields: [{ type: 'text', name: 'memoryLimit', prompt: 'Memory limit' }],
    } as const;
    const [, ...schedule] = creations.cronJob?.fields() ?? [];
    const fieldErrors = {
      memory_limit: ['Too low.'],
      DBUSER: ['Taken.'],
      'data.dbUser': ['Too short.'],
      other: ['?'],
      minute: ['No.'],
    };
    const operation = { method: 'POST', path: '/' } as const;
    const details = { status: 422, fieldErrors } as const;
    const error = new ApiError('invalid', operation, 'refused', details);
    const named = inWordsOfQuestions([switches, one, settings, ...schedule], error);
    assert.ok(named instanceof ApiError);
    assert.equal(named.status, 422);
    assert.deepEqual(named.fieldErrors, {
      'Memory limit': ['Too low.'],
      'Database user': ['Taken.', 'Too short.'],
      other: ['?'],
      Schedule: ['No.'],
    });
    const lost = new ApiError('network', operation, 'lost');
    assert.equal(inWordsOfQuestions([one], lost), lost);
  });

  it("is checked before it's sent again if its answer was lost", async () => {
    const prompts = new ScriptedPrompts({
      answers: tidy,
      changes: { label: 'Twice' },
      beforeRetry: () => world.probe.clearFaults(),
    });
    const context = world.context(prompts);
    await context.store.all(jobs);
    await world.probe.addFault(`applied:POST:${jobsPath}:count=1`);
    await world.probe.addFault(`403:GET:${jobsPath}`);
    const { status } = await runCommand(context, 'serverManagement.createCronJob', [jobs]);
    assert.equal(status, 'done');
    assert.deepEqual(prompts.confirmations, []);
    assert.equal(prompts.forms.length, 1, 'asked once');
    assert.equal((await sent()).length, 1, 'sent once');
  });
});
