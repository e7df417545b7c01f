import assert from 'node:assert/strict';
import { askForChanges } from '../../../src/accounts/accountQuestions';
import { recordFor } from '../../support/accountRecord';
import { enter, goBack, Person } from '../../support/accounts/person';
import { goodPair, goodToken, startPingService } from '../../support/accounts/pingService';
import { eachTest } from '../../support/eachTest';

describe("Changing an account's sign-in", () => {
  const service = eachTest(startPingService);
  const record = eachTest(() => recordFor(service));

  it('takes another token, which is checked right away', async () => {
    const person = new Person('Sign-in', enter, goodToken);
    const edited = await askForChanges(person.prompts, record, []);
    assert.equal(person.question('Select how to sign in').value, 'API token');
    const credentials = { kind: 'token', token: goodToken } as const;
    assert.deepEqual(edited?.record, { ...record, credentials });
    assert.deepEqual(service.received, [
      `Bearer ${goodToken}: /api/v2/ping`,
      `Bearer ${goodToken}: /api/v3/ping`,
    ]);
  });

  it('takes a key and secret instead of a token', async () => {
    const { key, secret } = goodPair;
    const person = new Person('Sign-in', 'Legacy key and secret', key, secret);
    const edited = await askForChanges(person.prompts, record, []);
    assert.deepEqual(edited?.record.credentials, { kind: 'basic', key, secret });
  });

  it('reports which version refuses the new token', async () => {
    service.statuses = { '/api/v3/ping': 404 };
    const person = new Person('Sign-in', enter, goodToken);
    const edited = await askForChanges(person.prompts, record, []);
    assert.deepEqual(
      edited?.refusals?.map(({ version }) => version),
      ['v3'],
    );
  });

  it('goes back from the token or key to the way to sign in, and then to what to change', async () => {
    const person = new Person('Sign-in', 'Legacy key and secret', goBack, goBack);
    assert.equal(await askForChanges(person.prompts, record, []), undefined);
    assert.deepEqual(
      person.shown.map(({ prompt, value }) => [prompt, value]),
      [
        ['Select what to change', 'Name'],
        ['Select how to sign in', 'API token'],
        ['API key', ''],
        ['Select how to sign in', 'Legacy key and secret'],
        ['Select what to change', 'Sign-in'],
      ],
    );
  });

  it('changes nothing if the person cancels', async () => {
    for (const moves of [
      ['Sign-in'],
      ['Sign-in', 'API token'],
      ['Sign-in', 'API token', 'wrong'],
    ]) {
      assert.equal(await askForChanges(new Person(...moves).prompts, record, []), undefined);
    }
  });
});
