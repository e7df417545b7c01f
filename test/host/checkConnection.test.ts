import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Account } from '../../src/accounts/account';
import { ApiClient } from '../../src/api/client';
import { accountHandlers } from '../../src/ui/commands/handlers/accountHandlers';
import type { Services } from '../../src/ui/commands/services';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { recordMessages, type RecordedMessage } from '../support/host/recordedMessages';

type Answers = Readonly<Record<'v2' | 'v3', () => Response>>;

const pong = (): Response => Response.json({ message: 'pong' });
const refused = (): Response => Response.json({ message: 'Unauthenticated.' }, { status: 401 });
const failing = (): Response => Response.json({ message: 'No.' }, { status: 501 });
const other = (): Response => Response.json({ message: 'hello' });

type Trial = Pick<Account, 'id' | 'label' | 'authentication'>;

/** The services for the account "Trial". @param account it as it is now. */
function servicesFor(answers: Answers, account: () => Trial | undefined): Services {
  const authentication = account()?.authentication;
  const client = new ApiClient({
    target: {
      baseUrl: 'https://api.example.com',
      pathWords: { cache: 'platformcache', hub: 'platformhub' },
    },
    credentials: () =>
      Promise.resolve(
        authentication === 'token'
          ? { kind: 'token', token: 'planted-token' }
          : { kind: 'basic', key: 'planted-key', secret: 'planted-secret' },
      ),
    fetch: (input) => {
      const url = input instanceof Request ? input.url : input.toString();
      return Promise.resolve(answers[url.includes('/api/v3/') ? 'v3' : 'v2']());
    },
  });
  return {
    sessions: {
      account: () => Promise.resolve(account()),
      session: () => Promise.resolve({ client, forgetRefusal: () => undefined }),
    },
  } as unknown as Services;
}

/** Runs *Check Connection* for the account "Trial", and returns the message that it shows. */
async function check(
  answers: Answers,
  authentication: Account['authentication'] = 'token',
): Promise<RecordedMessage | undefined> {
  const services = servicesFor(answers, () => ({ id: 'trial', label: 'Trial', authentication }));
  const { messages, restore } = recordMessages();
  try {
    await accountHandlers['serverManagement.checkConnection'](services, 'trial');
  } finally {
    restore();
  }
  return messages[0];
}

describe('Check Connection', () => {
  it('says that the account is connected', async () => {
    const message = await check({ v2: pong, v3: pong });
    assert.equal(message?.text, 'Connected to "Trial" (v2 and v3).');
  });

  it('names only v2 for a legacy key and secret', async () => {
    const message = await check({ v2: pong, v3: refused }, 'basic');
    assert.equal(message?.text, 'Connected to "Trial" (v2).');
  });

  it('names the refusing version', async () => {
    const message = await check({ v2: refused, v3: pong });
    assert.match(message?.text ?? '', /^Only partly connected to "Trial"\. API v2 rejected /);
  });

  it("says once what's wrong with both versions", async () => {
    const message = await check({ v2: failing, v3: failing });
    assert.match(
      message?.text ?? '',
      /^Couldn't connect to "Trial"\. The service doesn't offer this\./,
    );
    assert.equal(message?.text.match(/offer/g)?.length, 1);
  });

  for (const { what, account, text } of [
    {
      what: 'that was renamed',
      account: { id: 'trial', label: 'Renamed', authentication: 'token' },
      text: 'Connected to "Renamed" (v2 and v3).',
    },
    { what: 'that was removed', account: undefined, text: 'The account was removed.' },
  ] as const) {
    it(`tries again with an account ${what} since`, async () => {
      let current: Trial | undefined = { id: 'trial', label: 'Trial', authentication: 'token' };
      let answer = refused;
      const services = servicesFor({ v2: () => answer(), v3: () => answer() }, () => current);
      const { messages, restore } = recordMessages();
      const restoreWarning = replaceMember(vscode.window, 'showWarningMessage', () => {
        [current, answer] = [account, pong];
        return Promise.resolve('Try Again');
      });
      try {
        await accountHandlers['serverManagement.checkConnection'](services, 'trial');
        await eventually(() => assert.deepEqual(messages, [{ type: 'information', text }]));
      } finally {
        restoreWarning();
        restore();
      }
    });
  }

  it("doesn't treat just any answer as a connection", async () => {
    const message = await check({ v2: pong, v3: other });
    assert.match(message?.text ?? '', /^Only partly connected to "Trial"\. .*v3.*“pong”/);
  });
});
