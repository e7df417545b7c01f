import assert from 'node:assert/strict';
import { askForCredentials, tryCredentials } from '../../../src/accounts/accountQuestions';
import { recordFor } from '../../support/accountRecord';
import { goBack, Person } from '../../support/accounts/person';
import { goodPair, goodToken, startPingService } from '../../support/accounts/pingService';
import { eachTest } from '../../support/eachTest';

describe('Signing in to an account again', () => {
  const service = eachTest(startPingService);

  it('asks only for a token, and checks it at the known address right away', async () => {
    const person = new Person(goodToken);
    const checked = await askForCredentials(person.prompts, recordFor(service));
    assert.deepEqual(checked, {
      credentials: { kind: 'token', token: goodToken },
      refusals: [],
    });
    assert.deepEqual(
      person.shown.map(({ title, prompt, step, hasBack }) => [title, prompt, step, hasBack]),
      [['Sign In Again: Example', 'API token', '1/1', false]],
    );
    assert.deepEqual(service.received, [
      `Bearer ${goodToken}: /api/v2/ping`,
      `Bearer ${goodToken}: /api/v3/ping`,
    ]);
  });

  it('asks for key and secret if the account has them, and goes back from the secret to the key', async () => {
    const credentials = { kind: 'basic', key: 'old-key', secret: 'old-secret' } as const;
    const person = new Person('mistyped', goBack, goodPair.key, goodPair.secret);
    const record = recordFor(service, { credentials });
    const checked = await askForCredentials(person.prompts, record);
    assert.deepEqual(checked?.credentials, { kind: 'basic', ...goodPair });
    assert.deepEqual(
      person.shown.map(({ prompt, value, hasBack }) => [prompt, value, hasBack]),
      [
        ['API key', '', false],
        ['API secret', '', true],
        ['API key', 'mistyped', false],
        ['API secret', '', true],
      ],
    );
  });

  it('results in nothing if the person cancels, even after a refusal', async () => {
    assert.equal(await askForCredentials(new Person().prompts, recordFor(service)), undefined);
    const person = new Person('wrong');
    assert.equal(await askForCredentials(person.prompts, recordFor(service)), undefined);
    assert.match(person.problems.join(' '), /rejected the credentials \(401\)/);
  });

  it("doesn't blame the service for an error of ours", async () => {
    const trying = tryCredentials(new Person().prompts, service.url, undefined as never);
    await assert.rejects(trying, TypeError);
  });
});
