import assert from 'node:assert/strict';
import { askForAccount } from '../../../src/accounts/accountQuestions';
import { enter, goBack, type Move, Person } from '../../support/accounts/person';
import { goodPair, goodToken, startPingService } from '../../support/accounts/pingService';
import { eachTest } from '../../support/eachTest';

const bearer = `Bearer ${goodToken}`;

describe('Adding an account', () => {
  const service = eachTest(startPingService);

  /** The account that a person adds with these moves after the address. */
  const adding = async (
    ...moves: Move[]
  ): Promise<{ person: Person; added: Awaited<ReturnType<typeof askForAccount>> }> => {
    const person = new Person(service.url, ...moves);
    return { person, added: await askForAccount(person.prompts, ['Trial', 'Shop']) };
  };

  it('results in what the person answered, once the service has accepted the token', async () => {
    const { added } = await adding('API token', goodToken, 'Blog', 'Staging', 'Read-only');
    assert.deepEqual(added, {
      baseUrl: service.url,
      label: 'Blog',
      environment: 'staging',
      isReadOnly: true,
      credentials: { kind: 'token', token: goodToken },
      refusals: [],
    });
    assert.deepEqual(service.received, [
      `${bearer}: /api/v2/ping`,
      `${bearer}: /api/v3/ping`,
      'no credentials: /api/v3/ping',
    ]);
  });

  it('proposes a token, the host as the name, and read-only production', async () => {
    const { person, added } = await adding(enter, goodToken, enter, enter, enter);
    assert.deepEqual(
      [added?.credentials.kind, added?.label, added?.environment, added?.isReadOnly],
      ['token', '127.0.0.1', 'production', true],
    );
    assert.deepEqual(
      person.shown.map(({ step, prompt, value }) => `${step} ${prompt}: ${value ?? ''}`),
      [
        '1/6 Address of the service: ',
        '2/6 Select how to sign in: API token',
        '3/6 API token: ',
        '4/6 Display name of the account: 127.0.0.1',
        '5/6 Environment: Production',
        '6/6 Allow changes in this account?: Read-only',
      ],
    );
  });

  it('proposes to allow changes anywhere else', async () => {
    for (const environment of ['Staging', 'Development']) {
      const { person, added } = await adding(enter, goodToken, enter, environment, enter);
      assert.equal(added?.isReadOnly, false);
      assert.deepEqual(person.question('Allow changes in this account?').choices, [
        'Allow changes',
        'Read-only | Nothing is sent to the service until you allow changes for an hour.',
      ]);
    }
  });

  it('explains the ways to sign in and the environments', async () => {
    const { person } = await adding(enter, goodToken, enter);
    assert.deepEqual(person.question('Select how to sign in').choices, [
      'API token | For v2 and v3. In the control panel: workspace settings, API management.',
      'Legacy key and secret | v2 only: cron jobs, database users and SSH settings',
    ]);
    assert.deepEqual(person.question('Environment').choices, [
      'Production | Marked in red. Asks before interrupting services; to delete data, you type its name.',
      "Staging | Marked in orange. Asks only before what can't be undone.",
      "Development | Marked in green. Asks only before what can't be undone.",
    ]);
  });

  it('masks a token and a secret, but not a key', async () => {
    const { person } = await adding('API token');
    assert.equal(person.question('API token').isMasked, true);
    const legacy = await adding('Legacy key and secret', goodPair.key);
    assert.equal(legacy.person.question('API key').isMasked, false);
    assert.equal(legacy.person.question('API secret').isMasked, true);
  });

  it('asks for a key and then its secret, which v2 checks', async () => {
    const { key, secret } = goodPair;
    const { person, added } = await adding(
      'Legacy key and secret',
      key,
      secret,
      enter,
      enter,
      enter,
    );
    assert.deepEqual(added?.credentials, { kind: 'basic', key, secret });
    assert.deepEqual(person.asked.slice(2, 4), ['API key', 'API secret']);
    assert.deepEqual(service.received.slice(1), ['no credentials: /api/v3/ping']);
    assert.match(service.received[0] ?? '', /^Basic \S+: \/api\/v2\/ping$/);
  });

  it('wants a value in each field', async () => {
    const empty = 'Enter a value, or press Escape to cancel.';
    const { key, secret } = goodPair;
    assert.deepEqual((await adding('API token', '')).person.problems, [empty]);
    const { person } = await adding('Legacy key and secret', '', key, '', secret, '');
    for (const prompt of ['API key', 'API secret', 'Display name of the account']) {
      assert.deepEqual(person.question(prompt).problems, [empty], prompt);
    }
  });

  it('says why a token is refused, and takes another one in the same field', async () => {
    const { person, added } = await adding('API token', 'wrong', goodToken, enter, enter, enter);
    assert.deepEqual(added?.credentials, { kind: 'token', token: goodToken });
    const { problems } = person.question('API token');
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /^API v3 rejected the credentials \(401\)\./);
  });

  it('says why a secret is refused', async () => {
    const { person, added } = await adding('Legacy key and secret', goodPair.key, 'wrong');
    assert.equal(added, undefined);
    assert.match(
      person.question('API secret').problems.join(' '),
      /^API v2 rejected the credentials \(401\)\./,
    );
  });

  it('accepts a token that one version refuses, and reports which', async () => {
    service.statuses = { '/api/v2/ping': 403 };
    const { added } = await adding('API token', goodToken, enter, enter, enter);
    assert.deepEqual(
      added?.refusals.map(({ version, error }) => [version, error.status]),
      [['v2', 403]],
    );
  });

  it('proposes a name that no other account has', async () => {
    const person = new Person(service.url, 'API token', goodToken);
    await askForAccount(person.prompts, ['127.0.0.1', '127.0.0.1 2']);
    assert.equal(person.question('Display name of the account').value, '127.0.0.1 3');
  });

  it('refuses the name of another account', async () => {
    const { person, added } = await adding('API token', goodToken, 'Shop', 'Shop 2', enter, enter);
    assert.equal(added?.label, 'Shop 2');
    assert.deepEqual(person.question('Display name of the account').problems, [
      'Another account has this name.',
    ]);
  });

  for (const count of [0, 1, 2, 3]) {
    it(`results in nothing if the person cancels after ${count} of the answers that follow the address`, async () => {
      const { added, person } = await adding(
        ...['API token', goodToken, 'Blog', 'staging'].slice(0, count),
      );
      assert.equal(added, undefined);
      assert.equal(person.shown.length, count + 2);
    });
  }

  it('results in nothing if the person cancels at the key or the secret', async () => {
    for (const moves of [[], [goodPair.key]]) {
      const { added, person } = await adding('Legacy key and secret', ...moves);
      assert.equal(added, undefined);
      assert.equal(person.asked.at(-1), moves.length === 0 ? 'API key' : 'API secret');
    }
  });

  it('shows the earlier answers to a person who goes back', async () => {
    const { key, secret } = goodPair;
    const forth = ['Legacy key and secret', key, secret, 'Blog'] as const;
    const back = [goBack, goBack, goBack, goBack, goBack] as const;
    const { person } = await adding(...forth, ...back);
    assert.deepEqual(person.asked.slice(-6), [
      'Environment',
      'Display name of the account',
      'API secret',
      'API key',
      'Select how to sign in',
      'Address of the service',
    ]);
    assert.equal(person.question('Display name of the account').value, 'Blog');
    assert.equal(person.question('Select how to sign in').value, 'Legacy key and secret');
    assert.equal(person.question('Address of the service').value, service.url);
  });

  it('goes back from the secret to the key, which is kept, and from there to the way to sign in', async () => {
    const { person, added } = await adding(
      'Legacy key and secret',
      'other-key',
      goBack,
      goBack,
      enter,
      goodPair.key,
      goodPair.secret,
      enter,
      enter,
      enter,
    );
    assert.deepEqual(added?.credentials, { kind: 'basic', ...goodPair });
    assert.deepEqual(person.asked.slice(1, 7), [
      'Select how to sign in',
      'API key',
      'API secret',
      'API key',
      'Select how to sign in',
      'API key',
    ]);
    assert.equal(person.shown[4]?.value, 'other-key');
    assert.equal(person.shown[5]?.value, 'Legacy key and secret');
  });

  it('keeps what was accepted: a person who goes back and forth types nothing again', async () => {
    const back: Move[] = [goBack, goBack, goBack];
    const forth: Move[] = [enter, enter, enter, enter, enter, enter];
    const token = await adding('API token', goodToken, 'Blog', ...back, ...forth.slice(1));
    assert.equal(token.person.question('API token').value, goodToken);
    assert.equal(token.added?.label, 'Blog');
    const { key, secret } = goodPair;
    const pair = await adding('Legacy key and secret', key, secret, 'Blog', ...back, ...forth);
    assert.equal(pair.person.question('API key').value, key);
    assert.equal(pair.person.question('API secret').value, secret);
    assert.deepEqual(pair.added?.credentials, { kind: 'basic', key, secret });
  });

  it('keeps what was typed but not accepted yet', async () => {
    const { person } = await adding(
      'Legacy key and secret',
      { typeAndGoBack: 'half a k' },
      enter,
      goodPair.key,
      { typeAndGoBack: 'half a s' },
      enter,
      goodPair.secret,
      { typeAndGoBack: 'Blo' },
      enter,
    );
    assert.deepEqual(
      person.shown.slice(2).map(({ prompt, value }) => `${prompt}: ${value}`),
      [
        'API key: ',
        'Select how to sign in: Legacy key and secret',
        'API key: half a k',
        'API secret: ',
        `API key: ${goodPair.key}`,
        'API secret: half a s',
        'Display name of the account: 127.0.0.1',
        `API secret: ${goodPair.secret}`,
        'Display name of the account: Blo',
      ],
    );
  });

  it("doesn't take the text of one question for another", async () => {
    const { person } = await adding(
      'Legacy key and secret',
      { typeAndGoBack: 'half a key' },
      'API token',
    );
    assert.equal(person.question('API token').value, '');
  });

  it('proposes the host of the new address if the name was left as proposed', async () => {
    const other = await startPingService();
    const address = other.url.replace('127.0.0.1', 'localhost');
    const back: Move[] = [goBack, goBack, goBack];
    const { person } = await adding('API token', goodToken, ...back, address, enter, goodToken);
    await other.close();
    assert.equal(person.question('Display name of the account').value, 'localhost');
  });

  it('proposes no token for a service at another address', async () => {
    const other = await startPingService();
    const back: Move[] = [goBack, goBack, goBack];
    const { person } = await adding('API token', goodToken, ...back, other.url, enter);
    await other.close();
    assert.equal(person.question('API token').value, '');
    assert.deepEqual(other.received, ['no credentials: /api/v3/ping']);
  });

  it('checks the token with the address that the person went back to change', async () => {
    const other = await startPingService();
    const { added } = await adding(
      'API token',
      goBack,
      goBack,
      other.url,
      enter,
      goodToken,
      enter,
      enter,
      enter,
    );
    await other.close();
    assert.equal(added?.baseUrl, other.url);
    assert.deepEqual(service.received, ['no credentials: /api/v3/ping']);
    assert.equal(other.received.length, 3);
  });
});
