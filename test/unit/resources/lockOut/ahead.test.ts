import assert from 'node:assert/strict';
import { ScriptedPrompts } from '../../../support/actions/scriptedPrompts';
import { deleteSshKey, updateSshSettings } from '../../../../src/api/contract/ssh';
import { type Guard, LockOutGuard } from '../../../../src/documents/writing/guard';
import type { Resource } from '../../../../src/resources/kinds/kind';
import type { PlannedWrite } from '../../../../src/resources/lockOut/findLockOuts';

const keyRemoval: PlannedWrite = {
  endpoint: deleteSshKey,
  target: { account: 'a', kind: 'sshKey', ids: [1, 1] },
};

function settings(body: object): PlannedWrite {
  const target = { account: 'a', kind: 'sshSettings', ids: [1] } as const;
  return { endpoint: updateSshSettings, target, body };
}

const describePlace = async () => ({ lines: ['Server: shop'], typed: 'shop' });

/** A server with one user and one key, and the questions about it. */
class World {
  readonly prompts = new ScriptedPrompts();
  settings = { passwordlessLogin: true, preventRootLogin: false };
  keys: readonly Resource[] = [{ id: 1, user: 'shop', temporary: false }];
  readonly guard = this.#createGuard();

  ahead(writes: readonly PlannedWrite[]): Promise<Guard | undefined> {
    return this.guard.ahead(writes);
  }

  get asked(): number {
    return this.prompts.confirmations.length;
  }

  #createGuard(): LockOutGuard {
    const pagesOf = async function* (items: readonly Resource[]) {
      const total = items.length;
      const page = { items, number: 1, perPage: 40, total, totalPages: 1, isLast: true };
      yield { number: 1, page };
    };
    const client = {
      read: () => Promise.resolve(this.settings),
      pages: ({ kind }: { readonly kind: string }) =>
        Promise.resolve(pagesOf(kind === 'sshKey' ? this.keys : [{ id: 2, username: 'shop' }])),
    };
    const reading = { client, store: { find: () => undefined }, sshPort: () => 22 };
    const words = { describeError: String, describePlace };
    return new LockOutGuard(reading, this.prompts, words, () => Promise.resolve(undefined));
  }
}

describe('Writes that are only harmless together', () => {
  const passwords = settings({ passwordlessLogin: false });

  it('pass once the writes that they rely on were performed', async () => {
    const world = new World();
    const guard = await world.ahead([passwords, keyRemoval]);
    assert.equal(await guard?.ask([passwords]), 'unasked');
    world.settings = { ...world.settings, passwordlessLogin: false };
    assert.equal(await guard?.ask([keyRemoval]), 'unasked');
    assert.equal(world.asked, 0);
  });

  it('are asked about if those failed', async () => {
    const world = new World();
    const guard = await world.ahead([passwords, keyRemoval]);
    assert.equal(world.asked, 0);
    assert.equal(await guard?.ask([keyRemoval]), 'agreed');
    assert.equal(world.asked, 1);
  });

  it('are asked about once if they were a risk from the start', async () => {
    const world = new World();
    const guard = await world.ahead([settings({ useDns: false }), keyRemoval]);
    assert.equal(world.asked, 1);
    assert.equal(await guard?.ask([keyRemoval]), 'unasked');
  });
});

describe('What was found while typing', () => {
  it("isn't used once another write passed, although that was agreed to before", async () => {
    const world = new World();
    world.settings = { passwordlessLogin: false, preventRootLogin: false };
    const guard = await world.ahead([keyRemoval]);
    const stricter = { ...settings({ passwordlessLogin: true }), current: world.settings };
    assert.deepEqual(await world.guard.find([stricter], new AbortController().signal), []);
    assert.equal(await guard?.ask([keyRemoval]), 'unasked');
    world.keys = [];
    assert.equal(await world.guard.ask([stricter]), 'agreed');
    assert.equal(world.asked, 1);
  });
});
