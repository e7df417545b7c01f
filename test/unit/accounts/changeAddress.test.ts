import assert from 'node:assert/strict';
import type { AccountRecord } from '../../../src/accounts/account';
import { askForChanges } from '../../../src/accounts/accountQuestions';
import { recordFor } from '../../support/accountRecord';
import { enter, goBack, type Move, Person } from '../../support/accounts/person';
import { goodPair, goodToken, startPingService } from '../../support/accounts/pingService';
import { closedAddress } from '../../support/httpServer';
import { eachTest } from '../../support/eachTest';

const addressOf = 'Address of the service';

describe("Changing an account's address", () => {
  let record: AccountRecord;

  const service = eachTest(startPingService);
  const other = eachTest(startPingService);
  beforeEach(() => {
    record = recordFor(service, { credentials: { kind: 'token', token: goodToken } });
  });

  afterEach(() => Promise.all([service.close(), other.close()]));

  const editing = async (
    ...moves: Move[]
  ): Promise<{ person: Person; edited: Awaited<ReturnType<typeof askForChanges>> }> => {
    const person = new Person('Address', ...moves);
    return { person, edited: await askForChanges(person.prompts, record, []) };
  };

  it('shows the current one', async () => {
    const { person } = await editing();
    assert.equal(person.question(addressOf).value, service.url);
  });

  it('checks the known token at another path of the same origin, without asking for it', async () => {
    service.statuses = { '/base/api/v2/ping': 403 };
    const { person, edited } = await editing(`${service.url}/base`);
    assert.deepEqual(person.asked, ['Select what to change', addressOf]);
    assert.deepEqual(person.problems, []);
    assert.deepEqual(edited?.record, { ...record, baseUrl: `${service.url}/base` });
    assert.deepEqual(
      edited?.refusals?.map(({ version }) => version),
      ['v2'],
    );
    assert.deepEqual(service.received, [
      `Bearer ${goodToken}: /base/api/v2/ping`,
      `Bearer ${goodToken}: /base/api/v3/ping`,
      'no credentials: /base/api/v3/ping',
    ]);
  });

  it("refuses another path at which the account's token isn't valid", async () => {
    record = recordFor(service, { credentials: { kind: 'token', token: 'expired' } });
    const { person, edited } = await editing(`${service.url}/base`, enter);
    assert.equal(edited, undefined);
    assert.equal(person.asked.at(-1), addressOf);
    assert.equal(person.problems.length, 2);
    for (const problem of person.problems) {
      assert.match(problem, /^API v3 rejected the credentials \(401\)\./);
    }
  });

  it('asks for a token again at another origin, which never receives the old one', async () => {
    record = recordFor(service, { credentials: { kind: 'token', token: 'old-token' } });
    const { person, edited } = await editing(other.url, goodToken);
    assert.deepEqual(person.asked.slice(1), [addressOf, 'API token']);
    assert.equal(person.question('API token').value, '');
    const credentials = { kind: 'token', token: goodToken } as const;
    assert.deepEqual(edited?.record, { ...record, baseUrl: other.url, credentials });
    assert.deepEqual(edited.refusals, []);
    assert.deepEqual(other.received, [
      `Bearer ${goodToken}: /api/v2/ping`,
      `Bearer ${goodToken}: /api/v3/ping`,
      'no credentials: /api/v3/ping',
    ]);
    assert.deepEqual(service.received, []);
  });

  it('asks for key and secret again if the account has them', async () => {
    const credentials = { kind: 'basic', key: 'old-key', secret: 'old-secret' } as const;
    record = recordFor(service, { credentials });
    const { person, edited } = await editing(other.url, goodPair.key, goodPair.secret);
    assert.equal(person.question('API key').value, '');
    assert.deepEqual(edited?.record.credentials, { kind: 'basic', ...goodPair });
  });

  it('changes nothing if the person cancels when asked for the token', async () => {
    const { person, edited } = await editing(other.url);
    assert.equal(person.asked.at(-1), 'API token');
    assert.equal(edited, undefined);
  });

  it('goes back from the token to the new address', async () => {
    const { person, edited } = await editing(other.url, goBack, enter, goodToken);
    assert.deepEqual(person.asked.slice(1), [addressOf, 'API token', addressOf, 'API token']);
    assert.equal(person.question(addressOf).value, other.url);
    assert.equal(edited?.record.baseUrl, other.url);
  });

  it('refuses an address at which nothing answers, even at a second Enter', async () => {
    const why = "Couldn't reach the service (ECONNREFUSED). Check the network and the address.";
    const { person, edited } = await editing(await closedAddress(), enter);
    assert.equal(edited, undefined);
    assert.deepEqual(person.question(addressOf).problems, [why, why]);
  });

  it('refuses an address at which there is no API', async () => {
    other.statuses = { '*': 404 };
    const { person, edited } = await editing(other.url, enter);
    const why = "The API isn't at this address (404). Check the address.";
    assert.equal(edited, undefined);
    assert.deepEqual(person.question(addressOf).problems, [why, why]);
  });
});
