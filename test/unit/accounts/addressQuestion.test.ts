import assert from 'node:assert/strict';
import { assertEvery } from '../../support/assertEvery';
import { askForAccount } from '../../../src/accounts/accountQuestions';
import { enter, type Move, Person } from '../../support/accounts/person';
import { goodToken, startPingService } from '../../support/accounts/pingService';
import { eventually } from '../../support/eventually';
import { closedAddress, startRecordingServer } from '../../support/httpServer';
import { eachTest } from '../../support/eachTest';

const addressOf = 'Address of the service';
const nextQuestion = 'Select how to sign in';
const again = 'Press Enter again to continue without checking.';

/** What the field for the address says about these moves, and the question at which they end. */
async function typing(...moves: Move[]): Promise<{ problems: readonly string[]; last: string }> {
  const person = new Person(...moves);
  assert.equal(await askForAccount(person.prompts, []), undefined);
  return { problems: person.question(addressOf).problems, last: person.asked.at(-1) ?? '' };
}

describe('The field for the address of a new account', () => {
  const service = eachTest(startPingService);

  it('is empty at first, shows an example, and comes first of six questions', async () => {
    const person = new Person();
    await askForAccount(person.prompts, []);
    assert.deepEqual(person.shown, [
      {
        prompt: addressOf,
        title: 'Add Account',
        step: '1/6',
        hasBack: false,
        value: '',
        placeholder: 'https://api.example.com',
        isMasked: false,
        problems: [],
      },
    ]);
  });

  for (const [text, problem] of [
    ['', 'Type a full URL, such as https://api.example.com'],
    ['ftp://api.example.com', 'Type a full URL, such as https://api.example.com'],
    ['http://api.example.com', 'Use https: over http, others could read the token.'],
    ['https://me@api.example.com', 'Remove the user name and password from the address.'],
    ['https://:secret@api.example.com', 'Remove the user name and password from the address.'],
    ['me@api.example.com', 'Remove the user name and password from the address.'],
    ['https://api.example.com/?page=2', 'Remove everything from "?" or "#" on.'],
    ['https://api.example.com/#top', 'Remove everything from "?" or "#" on.'],
  ] as const) {
    it(`refuses "${text}" and says what to change`, async () => {
      assert.deepEqual(await typing(text), { problems: [problem], last: addressOf });
    });
  }

  it('accepts the address of a service that asks for credentials, and sends it none', async () => {
    assert.deepEqual(await typing(service.url), { problems: [], last: nextQuestion });
    assert.deepEqual(service.received, ['no credentials: /api/v3/ping']);
  });

  it('accepts an address copied from the documentation of an operation', async () => {
    assert.deepEqual(await typing(`${service.url}/api/v2/`), { problems: [], last: nextQuestion });
    assert.deepEqual(service.received, ['no credentials: /api/v3/ping']);
  });

  for (const status of [404, 405, 501, 400, 422]) {
    it(`says that the API isn't there if it answers ${status}, however often Enter is pressed`, async () => {
      service.statuses = { '*': status };
      const problem = `The API isn't at this address (${status}). Check the address.`;
      assert.deepEqual(await typing(service.url, enter, enter), {
        problems: [problem, problem, problem],
        last: addressOf,
      });
    });
  }

  it("refuses a redirect, which isn't followed", async () => {
    service.statuses = { '*': 302 };
    const { problems, last } = await typing(service.url, enter);
    assert.equal(last, addressOf);
    assert.equal(problems.length, 2);
    for (const problem of problems) assert.match(problem, /^The response isn't from this API\. /);
  });

  for (const [status, why] of [
    [403, 'The service refuses requests from this machine (403). Check the address.'],
    [429, 'The rate limit is used up (429). Wait a minute and try again.'],
    [500, 'The service failed (500). Try again later.'],
  ] as const) {
    it(`says why a service that answers ${status} can't be checked, and continues at the second Enter`, async () => {
      service.statuses = { '*': status };
      assert.deepEqual(await typing(service.url), {
        problems: [`${why} ${again}`],
        last: addressOf,
      });
      assert.equal((await typing(service.url, enter)).last, nextQuestion);
    });
  }

  it('continues at the second Enter if nothing answers', async () => {
    const unreachable = await closedAddress();
    const why = "Couldn't reach the service (ECONNREFUSED). Check the network and the address.";
    const problems = [`${why} ${again}`];
    assert.deepEqual(await typing(unreachable), { problems, last: addressOf });
    assert.deepEqual(await typing(unreachable, enter), { problems, last: nextQuestion });
  });

  it('asks a host typed without scheme over https', async () => {
    const { host } = new URL(await closedAddress());
    assert.equal((await typing(host, enter)).last, nextQuestion);
    assert.match((await typing(new URL(service.url).host)).problems.join(), /Couldn't reach/);
    assert.deepEqual(service.received, []);
  });

  it('wants a second Enter for each address that nothing answers at', async () => {
    const [one, other] = [await closedAddress(), await closedAddress()];
    const { problems, last } = await typing(one, other, one);
    assert.equal(last, addressOf);
    assert.equal(problems.length, 3);
    assert.equal((await typing(one, other, enter)).last, nextQuestion);
  });

  it('ends the request if the person cancels during the check', async () => {
    let person: Person | undefined;
    const silent = await startRecordingServer(() => person?.escape());
    person = new Person(silent.url);
    assert.equal(await askForAccount(person.prompts, []), undefined);
    await eventually(() => assert.equal(silent.open, 0));
    await silent.close();
    assert.deepEqual(person.asked, [addressOf]);
  });

  it("sends no token to an address that still can't be checked", async () => {
    service.statuses = { '*': 500 };
    const unconfirmed = new Person(service.url, enter, 'API token', goodToken);
    await askForAccount(unconfirmed.prompts, []);
    assert.deepEqual(unconfirmed.question('API token').problems, [
      'The service failed (500). Try again later.',
    ]);
    assertEvery(service.received, (request) => request.startsWith('no credentials: '));
  });

  it("says at the token that the API isn't at the address, once that is known", async () => {
    let status = 500;
    const stranger = await startRecordingServer((_request, response) => {
      response.writeHead(status).end();
    });
    const person = new Person(stranger.url, enter, 'API token', goodToken);
    person.beforeChoice = () => (status = 404);
    await askForAccount(person.prompts, []);
    await stranger.close();
    assert.deepEqual(person.question('API token').problems, [
      "The API isn't at this address (404). Check the address.",
    ]);
    assertEvery(stranger.requests, ({ headers }) => headers['authorization'] === undefined);
  });
});
