import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { world as worldSchema } from '../../../src/sandbox/state/world';
import { assertRefused, objectOf } from './support/expect';
import { type Kind, kinds } from './support/kinds';
import { createTestService, type TestService } from './support/service';

/** Existing created resources: the answers by id, for each kind's list. */
type Model = Map<string, Map<number, Record<string, unknown>>>;
interface Real {
  service: TestService;
  created: number;
}
type Command = fc.AsyncCommand<Model, Real>;

const page = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.object({ pagination: z.object({ total: z.int(), total_pages: z.int() }) }),
});

async function listAll({ service }: Real, { list }: Kind): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let total = 0;
  for (let number = 1, pages = 1; number <= pages; number += 1) {
    const answer = await service.call('GET', `${list}?perPage=7&page=${number}`);
    const { data, meta } = page.parse(answer.json);
    rows.push(...data);
    ({ total, total_pages: pages } = meta.pagination);
  }
  assert.equal(rows.length, total, list);
  return rows;
}

/** A list has every item once, and created ones exactly as returned. */
async function assertList(model: Model, real: Real, kind: Kind): Promise<void> {
  const rows = await listAll(real, kind);
  const byId = new Map(rows.map((row) => [Number(row['id']), row]));
  assert.equal(byId.size, rows.length, `${kind.list} has an id twice`);
  for (const [id, known] of model.get(kind.list) ?? []) assert.deepEqual(byId.get(id), known);
}

function createCommand(kind: Kind): Command {
  return {
    check: () => true,
    toString: () => `create in ${kind.list}`,
    async run(model, real) {
      real.created += 1;
      const before = (await listAll(real, kind)).length;
      const body = kind.body(real.created);
      const answer = await real.service.call('POST', kind.create ?? kind.list, { body });
      const { json } = answer;
      const row = Array.isArray(json) ? Object(json[0]) : objectOf(answer);
      const known = model.get(kind.list) ?? new Map();
      assert.ok(!known.has(Number(row.id)), 'the id was assigned before');
      model.set(kind.list, known.set(Number(row.id), row));
      assert.equal((await listAll(real, kind)).length, before + 1);
      await assertList(model, real, kind);
    },
  };
}

function pickId(model: Model, { list }: Kind, place: number): number | undefined {
  const ids = [...(model.get(list)?.keys() ?? [])];
  return ids[place % Math.max(1, ids.length)];
}

function deleteCommand(kind: Kind, place: number): Command {
  return {
    check: (model) => pickId(model, kind, place) !== undefined,
    toString: () => `delete the ${place}th of ${kind.list}`,
    async run(model, { service, ...real }) {
      const id = pickId(model, kind, place) ?? 0;
      assert.equal((await service.call('DELETE', `${kind.list}/${id}`)).status, 200);
      model.get(kind.list)?.delete(id);
      assertRefused(await service.call('GET', `${kind.list}/${id}`), 404);
      assertRefused(await service.call('DELETE', `${kind.list}/${id}`), 404);
      await assertList(model, { service, ...real }, kind);
    },
  };
}

function readCommand(kind: Kind, place: number): Command {
  return {
    check: (model) => pickId(model, kind, place) !== undefined,
    toString: () => `read the ${place}th of ${kind.list}`,
    async run(model, { service }) {
      const id = pickId(model, kind, place) ?? 0;
      const answer = await service.call('GET', `${kind.list}/${id}`);
      assert.deepEqual(answer.json, model.get(kind.list)?.get(id));
    },
  };
}

/** Acts as if the sandbox had been restarted with its stored state. */
const restart: Command = {
  check: () => true,
  toString: () => 'restart',
  run(_model, real) {
    const kept: unknown = JSON.parse(JSON.stringify(real.service.store.world));
    real.service = createTestService({ world: worldSchema.parse(kept) });
    return Promise.resolve();
  },
};

describe('The sandbox, after any sequence of requests', () => {
  it("keeps created resources until they're deleted, assigns ids once, and reports correct totals", async () => {
    const someKind = fc.constantFrom(...kinds);
    const somePlace = fc.nat(20);
    const commands = fc.commands<Model, Real, false>(
      [
        someKind.map(createCommand),
        fc.tuple(someKind, somePlace).map(([kind, place]) => deleteCommand(kind, place)),
        fc.tuple(someKind, somePlace).map(([kind, place]) => readCommand(kind, place)),
        fc.constant(restart),
      ],
      { maxCommands: 40 },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const real: Real = { service: createTestService(), created: 0 };
        const model: Model = new Map();
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        for (const kind of kinds) await assertList(model, real, kind);
      }),
      { numRuns: 40 },
    );
  });
});
