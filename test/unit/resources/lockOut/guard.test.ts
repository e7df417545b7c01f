import type { Confirmation } from '../../../../src/base/questions';
import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/errors';
import { createFirewallRule, deployFirewallRules } from '../../../../src/api/contract/firewallRule';
import { updateServerAutoUpdate } from '../../../../src/api/contract/server';
import { updateSshConfig, updateSshSettings } from '../../../../src/api/contract/ssh';
import { LockOutGuard } from '../../../../src/documents/writing/guard';
import type { Resource } from '../../../../src/resources/kinds/kind';
import type { PlannedWrite } from '../../../../src/resources/lockOut/findLockOuts';
import { eachTest } from '../../../support/eachTest';

const operation = { method: 'GET', path: '/list' } as const;

/** Makes logging in impossible on servers without a key. */
function keysOnly(server: number, body: object = { passwordlessLogin: true }): PlannedWrite {
  const target = { account: 'a', kind: 'sshSettings', ids: [server] } as const;
  return { endpoint: updateSshSettings, target, body };
}

const harmless: PlannedWrite = {
  endpoint: updateServerAutoUpdate,
  target: { account: 'a', kind: 'server', ids: [1] },
  body: { softwareUpdate: true },
};

const other: Confirmation = {
  message: 'Delete "shop"?',
  detail: 'All its data will be lost.',
  button: 'Delete',
  typed: 'shop',
};

class World {
  /** The keys on every server. */
  keys: readonly Resource[] = [];
  rules: readonly Resource[] = [];
  failure: Error | undefined;
  answer = true;
  readonly asked: Confirmation[] = [];
  /** The titles of the progress that was shown. */
  readonly shown: string[] = [];
  readonly guard = new LockOutGuard(
    {
      client: {
        read: async () => ({ passwordlessLogin: false, preventRootLogin: false }),
        pages: async ({ kind }) =>
          this.#pages(kind === 'sshKey' ? this.keys : kind === 'firewallRule' ? this.rules : []),
      },
      store: { find: () => undefined },
      sshPort: () => 22,
    },
    {
      confirm: async (confirmation) => {
        this.asked.push(confirmation);
        return this.answer;
      },
      show: ({ title, run }) => {
        this.shown.push(title);
        return run(new AbortController().signal, () => undefined);
      },
    },
    {
      describeError: (error) => (error instanceof Error ? error.message : ''),
      describePlace: async (servers) => {
        const names = servers.map(({ ids }) => `server ${String(ids[0])}`);
        return { lines: [...names, 'Account: Main (Production)'], typed: names.join() };
      },
    },
    () => Promise.resolve(undefined),
  );

  async *#pages(items: readonly Resource[]) {
    if (this.failure) throw this.failure;
    const rest = { perPage: 1, total: undefined, totalPages: undefined, isLast: true };
    yield { number: 1, page: { items, number: 1, ...rest } };
  }
}

describe('The guard of writes', () => {
  const world = eachTest(() => new World());

  it('asks about a write that could lock the person out, and follows the answer', async () => {
    assert.equal(await world.guard.ask([harmless, keysOnly(1)]), 'agreed');
    world.answer = false;
    assert.equal(await world.guard.ask([keysOnly(1)]), 'refused');
    const [question] = world.asked;
    assert.equal(question?.message, 'This could lock you out.');
    assert.deepEqual(question.detail.split('\n').slice(-3), [
      'This takes effect at once.',
      'server 1',
      'Account: Main (Production)',
    ]);
    assert.equal(question.typed, 'server 1');
    assert.equal(world.asked.length, 2);
  });

  it("asks nothing if a key remains, and reads nothing for writes that don't affect logins", async () => {
    assert.equal(await world.guard.ask([harmless]), 'unasked');
    assert.deepEqual(world.shown, []);
    world.keys = [{ id: 1, user: 'root', temporary: false }];
    assert.equal(await world.guard.ask([keysOnly(1)]), 'unasked');
    assert.equal(world.shown.length, 1);
    assert.deepEqual(world.asked, []);
  });

  it('names only the servers where it could happen', async () => {
    const others = { account: 'a', kind: 'sshSettings', ids: [2] } as const;
    await world.guard.ask([
      keysOnly(1),
      { ...keysOnly(2), target: others, body: { passwordlessLogin: false } },
    ]);
    assert.equal(world.asked[0]?.typed, 'server 1');
  });

  it('says of a firewall rule that nothing is in force yet, and of its deployment that it is', async () => {
    const target = { account: 'a', kind: 'firewallRule', parents: [1] } as const;
    const body = { type: 'rich', port: '22', protocol: 'tcp', firewallAction: 'reject' };
    world.rules = [{ id: 1, port: '22', protocol: 'tcp' }];
    await world.guard.ask([{ endpoint: createFirewallRule, target, body }]);
    world.rules = [];
    await world.guard.ask([{ endpoint: deployFirewallRules, target }]);
    const [added, deployed] = world.asked;
    assert.match(added?.detail ?? '', /^Nothing is in force until .* deployed\.$/m);
    assert.match(added?.detail ?? '', /^server 1\nAccount: Main \(Production\)$/m);
    assert.equal(added?.typed, undefined);
    assert.match(deployed?.detail ?? '', /^This takes effect at once\.$/m);
    assert.equal(deployed?.typed, 'server 1');
  });

  it('includes the risk in a question that is due anyway, and asks once', async () => {
    assert.equal(await world.guard.ask([harmless], other), 'agreed');
    assert.deepEqual(world.asked, [other]);
    assert.equal(await world.guard.ask([keysOnly(1)], other), 'agreed');
    assert.equal(world.asked.length, 2);
    const { message, detail = '', typed } = world.asked[1] ?? {};
    assert.equal(message, 'This could lock you out.');
    assert.deepEqual(detail.split('\n').slice(-4, -2), [other.message, other.detail]);
    assert.equal(typed, 'shop');
  });

  it("asks if the risk can't be determined, and refuses if the person cancels that", async () => {
    world.failure = new ApiError('server', operation, 'it failed');
    assert.equal(await world.guard.ask([keysOnly(1)]), 'agreed');
    assert.match(world.asked[0]?.detail ?? '', /^Couldn't check who can still log in\..*it failed/);
    world.failure = new TypeError('a mistake');
    assert.equal(await world.guard.ask([keysOnly(1)]), 'agreed');
    world.failure = new ApiError('cancelled', operation, 'stopped');
    assert.equal(await world.guard.ask([keysOnly(1)]), 'refused');
    assert.equal(world.asked.length, 2);
  });

  it('lets exactly the confirmed writes pass if asked in advance', async () => {
    const planned = [keysOnly(1), keysOnly(2), { ...keysOnly(3), body: undefined }];
    const ahead = await world.guard.ahead(planned);
    assert.ok(ahead);
    assert.equal(world.asked.length, 1);
    for (const write of planned) {
      assert.equal(await ahead.ask([write]), 'unasked');
    }
    const { endpoint: _endpoint, ...elsewhere } = keysOnly(1);
    const others = [
      keysOnly(4),
      keysOnly(1, { passwordlessLogin: true, useDns: true }),
      { ...elsewhere, endpoint: updateSshConfig },
    ];
    world.answer = false;
    for (const [index, write] of others.entries()) {
      assert.equal(await ahead.ask([keysOnly(1), write]), 'refused');
      assert.equal(world.asked.length, 2 + index);
    }
  });

  it("passes on the person's refusal if asked in advance", async () => {
    world.answer = false;
    assert.equal(await world.guard.ahead([keysOnly(1)]), undefined);
  });
});
