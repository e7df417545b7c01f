import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { AppClient } from '../../support/documents/appClient';
import { law } from '../../support/laws/law';
import { withoutPauses } from '../../support/withoutPauses';
import type { JsonObject } from '../../../src/base/json';
import { openGuard } from '../../support/openGuard';
import { performCopies, planCopies } from '../../../src/documents/copies';
import { Documents } from '../../../src/documents/documents';
import { DocumentStates } from '../../../src/documents/open/documentState';
import type { ResourceReference } from '../../../src/resources/reference';
import { createTestService } from '../sandbox/support/service';

/** A field of the oracle's service, and its possible values. */
const names = ['isEnabled', 'paranoia', 'anomaly'] as const;

const firewall = fc.record({
  isEnabled: fc.boolean(),
  paranoia: fc.integer({ min: 1, max: 4 }),
  anomaly: fc.integer({ min: 1, max: 4 }),
});

interface Target {
  readonly before: JsonObject;
  /** The value that another person sets between the plan and the copy. */
  readonly meanwhile: JsonObject;
}

const target: fc.Arbitrary<Target> = fc.record({
  before: firewall,
  meanwhile: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.record({ paranoia: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 1, arbitrary: firewall },
  ),
});

const wish = fc
  .uniqueArray(fc.constantFrom(...names), { minLength: 1 })
  .chain((chosen) =>
    firewall.map((values): JsonObject =>
      Object.fromEntries(chosen.map((name) => [name, values[name]])),
    ),
  );

/** Plain objects with one request to read and one to write each. */
class PlainService {
  readonly objects: JsonObject[];
  readonly written: number[] = [];

  constructor(objects: readonly JsonObject[]) {
    this.objects = objects.map((each) => ({ ...each }));
  }

  readonly client = {
    readWhole: async ({ ids }: ResourceReference, options?: { readonly signal?: AbortSignal }) => {
      options?.signal?.throwIfAborted();
      return { ...this.objects[indexOf(ids)] };
    },
    write: async (
      { ids }: ResourceReference,
      { body }: { readonly body?: unknown },
      options?: { readonly signal?: AbortSignal },
    ): Promise<unknown> => {
      options?.signal?.throwIfAborted();
      this.written.push(indexOf(ids));
      Object.assign(this.objects[indexOf(ids)] ?? {}, body);
      return {};
    },
  };
}

function indexOf(ids: ResourceReference['ids']): number {
  return Number(ids[1]) - 1;
}

describe('Copies of changes between resources', () => {
  const count = { copies: 0, conflicts: 0, cancelled: 0 };
  law(
    'change only the selected fields, and stop if cancelled',
    { runs: 1_000, counts: count },
    fc.asyncProperty(
      fc.array(target, { minLength: 1, maxLength: 4 }),
      wish,
      fc.option(fc.nat(3), { nil: undefined }),
      async (targets, wanted, cancelAfter) => {
        const service = new PlainService(targets.map(({ before }) => before));
        const documents = new Documents({
          client: service.client,
          clock: withoutPauses,
          guard: openGuard,
          states: new DocumentStates({ get: () => undefined, update: async () => undefined }),
          findOpen: () => undefined,
        });
        const references = targets.map((_, index): ResourceReference => {
          return { account: 'test', kind: 'waf', ids: [1, index + 1] };
        });
        const changes = Object.entries(wanted).map(([name, after]) => {
          return { path: [name], before: undefined, after };
        });
        const copies = await planCopies(documents, references, changes);
        for (const [index, { meanwhile }] of targets.entries()) {
          Object.assign(service.objects[index] ?? {}, meanwhile);
        }
        const stop = new AbortController();
        let done = 0;
        const results = await performCopies(
          documents,
          copies,
          () => {
            if (done === cancelAfter) stop.abort();
            done += 1;
          },
          { signal: stop.signal },
        );
        for (const [index, { before, meanwhile }] of targets.entries()) {
          const now = { ...before, ...meanwhile };
          const planned = Object.keys(wanted).filter((name) => before[name] !== wanted[name]);
          const isCancelled = cancelAfter !== undefined && index > cancelAfter;
          const isContested = planned.some(
            (name) => now[name] !== before[name] && now[name] !== wanted[name],
          );
          const mine = Object.fromEntries(planned.map((name) => [name, wanted[name]]));
          const isMade = planned.length > 0 && !isContested && !isCancelled;
          assert.deepEqual(service.objects[index], isMade ? { ...now, ...mine } : now);
          if (isCancelled) assert.ok(!service.written.includes(index), 'sent after cancellation');
          const outcome = planned.length === 0 ? 'nothing' : isMade ? 'done' : 'failed';
          assert.equal(results[index]?.outcome, outcome);
          count.copies += 1;
          if (isContested) count.conflicts += 1;
          if (isCancelled) count.cancelled += 1;
        }
      },
    ),
  );

  it("continue after a resource that couldn't be read, and say what is unknown", async () => {
    const client = new AppClient(createTestService());
    const documents = new Documents({
      client,
      clock: withoutPauses,
      guard: openGuard,
      states: new DocumentStates({ get: () => undefined, update: async () => undefined }),
      findOpen: () => undefined,
    });
    const [gone, lost] = [999, 1].map((id): ResourceReference => {
      return { account: 'test', kind: 'sshSettings', ids: [id] };
    });
    assert.ok(gone && lost);
    const useDns = (await client.read(lost))['useDns'] !== true;
    const copies = await planCopies(
      documents,
      [gone, lost],
      [{ path: ['useDns'], before: undefined, after: useDns }],
    );
    client.disturbance = {
      loseWrite: 'before',
      onWrite: () => {
        client.disturbance = { ...client.disturbance, loseRead: 'before' };
      },
    };
    const results = await performCopies(documents, copies, () => undefined);
    assert.deepEqual(
      results.map(({ target: { ids }, outcome }) => [...ids, outcome]),
      [
        [999, 'failed'],
        [1, 'unknown'],
      ],
    );
  });
});
