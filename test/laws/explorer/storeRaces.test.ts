import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { law } from '../../support/laws/law';
import { RacingService } from '../../support/oracles/racingService';
import type { CollectionReference, ResourceReference } from '../../../src/resources/reference';
import { ResourceStore } from '../../../src/resources/store/resourceStore';

const rows: CollectionReference = { account: 'a', kind: 'cronJob', parents: [1] };
const server: ResourceReference = { account: 'a', kind: 'server', ids: [1] };
const row = (id: number): ResourceReference => ({ account: 'a', kind: 'cronJob', ids: [1, id] });

const step = fc.record({
  what: fc.constantFrom(
    ...(['list', 'more', 'all', 'read', 'open'] as const),
    ...(['arrive', 'arrive', 'arrive', 'arrive', 'edit', 'write', 'write'] as const),
    ...(['delete', 'refresh', 'signIn', 'removeAccount', 'deleteParent'] as const),
  ),
  id: fc.integer({ min: 1, max: 8 }),
  choose: fc.nat(20),
});

/** The law for every row that the store shows, for any requests and any order of answers. */
class Law {
  readonly service = new RacingService();
  readonly client = this.service.client;
  readonly store = new ResourceStore(this.client);
  /** The version after each write. */
  readonly #written = new Map<number, number>();
  readonly #deleted = new Set<number>();
  readonly #writing = new Map<number, number>();
  /** Rows with two concurrent writes: only a read shows which one was later. */
  readonly #unclear = new Set<number>();

  async take({ what, id, choose }: { what: string; id: number; choose: number }): Promise<void> {
    const { service, store } = this;
    const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);
    if (what === 'list') quietly(store.list(rows));
    if (what === 'more') quietly(store.more(rows));
    if (what === 'all') quietly(store.all(rows));
    if (what === 'read') quietly(store.read(row(id)));
    // A document reads on its own and passes on the result.
    if (what === 'open') {
      quietly(this.client.read(row(id)).then((resource) => store.replace(row(id), resource)));
    }
    if (what === 'refresh') store.outdate();
    if (what === 'signIn' || (what === 'removeAccount' && choose < 4)) {
      service.token += 1;
      service.isSignedIn = what === 'signIn';
      store.forgetAccount('a');
    }
    // The rarest step, since nothing follows it.
    if (what === 'deleteParent' && choose < 2) {
      for (const each of service.rows.keys()) this.#deleted.add(each);
      service.rows.clear();
      store.remove(server);
    }
    if (what === 'write' && service.isSignedIn) quietly(this.#write(id));
    if (what === 'edit' && service.isSignedIn && service.rows.has(id)) {
      const version = (service.rows.get(id) ?? 0) + 1;
      service.rows.set(id, version);
      this.#written.set(id, version);
      if ((this.#writing.get(id) ?? 0) > 0) this.#unclear.add(id);
      const answer = { id, version, token: service.token };
      service.order.noteWrite(answer, service.order.next());
      store.replace(row(id), answer);
    }
    if (what === 'delete' && service.rows.delete(id)) {
      this.#deleted.add(id);
      store.remove(row(id));
    }
    await service.arrive(what === 'arrive' ? choose : Number.NaN);
    this.check();
  }

  /** A save: its answer is shown when it arrives, and counts from then on. */
  async #write(id: number): Promise<void> {
    const { service, store } = this;
    const others = this.#writing.get(id) ?? 0;
    if (others > 0) this.#unclear.add(id);
    this.#writing.set(id, others + 1);
    const answer = await service.write(id);
    this.#writing.set(id, (this.#writing.get(id) ?? 0) - 1);
    if (!answer || answer['token'] !== service.token) {
      if (answer) store.replace(row(id), answer);
      return;
    }
    const isLatest = Number(answer['version']) > (this.#written.get(id) ?? 0);
    if (isLatest && !this.#deleted.has(id)) this.#written.set(id, Number(answer['version']));
    store.replace(row(id), answer);
  }

  #isReadAgain(id: number): boolean {
    return this.#unclear.has(id) && this.service.isReading(id);
  }

  check(): void {
    const listed = this.store.peek(rows)?.items ?? [];
    if (!this.service.isSignedIn) assert.deepEqual(listed, [], 'rows of an account that is gone');
    const singles = Array.from({ length: 8 }, (_, index) => this.store.find(row(index + 1)) ?? []);
    for (const { id, version, token } of [...listed, ...singles.flat()]) {
      assert.ok(!this.#deleted.has(Number(id)), `row ${String(id)} is back`);
      assert.ok(
        Number(version) >= (this.#written.get(Number(id)) ?? 0) || this.#isReadAgain(Number(id)),
        `row ${String(id)} is old`,
      );
      assert.equal(token, this.service.token, 'data of the old credentials');
    }
    const ids = listed.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'a row is shown twice');
  }
}

describe('The store, with concurrent reads and writes', () => {
  const count = { steps: 0 };
  law(
    'never shows older or deleted data',
    { runs: 400, counts: count },
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (all) => {
      const law = new Law();
      count.steps += all.length;
      for (const each of all) {
        await law.take(each);
      }
      while (!law.service.isIdle) {
        await law.service.arrive(0);
        law.check();
      }
    }),
  );

  it("reads a row again after overlapping saves, even if an answer in between wasn't shown", async () => {
    const service = new RacingService();
    const store = new ResourceStore(service.client);
    const answer = (version: number, began: number): void => {
      const resource = { id: 5, version };
      service.order.noteWrite(resource, began);
      store.replace(row(5), resource);
    };
    const [first, second] = [service.order.next(), service.order.next()];
    answer(2, second);
    const third = service.order.next();
    // The service performed the third before the first, and answers the first before the third.
    service.rows.set(5, 4);
    answer(4, first);
    answer(3, third);
    while (!service.isIdle) {
      await service.arrive(0);
    }
    assert.equal(store.find(row(5))?.['version'], 4);
  });
});
