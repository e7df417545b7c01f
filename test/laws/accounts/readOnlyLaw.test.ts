import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { AccountRecord } from '../../../src/accounts/account';
import type { Action, ActionContext } from '../../../src/actions/action';
import { actions } from '../../../src/actions/actions';
import { runAction } from '../../../src/actions/runAction';
import { ActionJob } from '../../../src/actions/sendAction';
import type { Endpoint } from '../../../src/api/contract/endpoint';
import { ApiError } from '../../../src/api/errors';
import type { ResourceReference, Target } from '../../../src/resources/reference';
import { applyAll, performWrite } from '../../../src/documents/writing/performWrite';
import type { WriteRequest } from '../../../src/resources/resourceClient';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { allEndpoints } from '../../support/contract';
import { openDrafts, plainly } from '../../support/documents/openDrafts';
import { fromSchema } from '../../support/fromSchema';
import { type RecordingServer, sendJson, startRecordingServer } from '../../support/httpServer';
import { law } from '../../support/laws/law';
import { openGuard } from '../../support/openGuard';
import { withoutPauses } from '../../support/withoutPauses';

const server = { account: 'service', kind: 'server', ids: [1] } as const;
const servers = { account: 'service', kind: 'server', parents: [] } as const;
const signal = new AbortController().signal;

/** Any action, with another request. */
function actionOf({ endpoint, body, path = {} }: WriteRequest): Action {
  const [known] = actions;
  assert.ok(known);
  const { command, progressTitle } = known;
  return {
    command,
    progressTitle,
    endpoint,
    kind: 'server',
    level: 'resource',
    effect: 'none',
    toCall: () => ({ endpoint, body, path }),
  };
}

/** The ways on which something is sent. Each throws, or tells the person, if it isn't. */
const ways: Readonly<
  Record<string, (to: ActionContext, request: WriteRequest) => Promise<unknown>>
> = {
  'the client itself': async ({ sessions }, { endpoint, body, path = {} }) =>
    (await sessions.client('service')).call<Endpoint>(endpoint, { path, body }),
  'the save of a document': (to, request) =>
    performWrite(
      { client: to.client, guard: openGuard, clock: withoutPauses },
      {
        target: server,
        plan: () => Promise.resolve({ requests: [request] }),
        verify: () => Promise.resolve({ outcome: 'done' }),
        refresh: () => undefined,
        note: () => undefined,
      },
    ),
  'a draft': async (to, request) => {
    const client = {
      requireWritable: (target: Target) => to.client.requireWritable(target),
      write: (target: Target) => to.client.write(target, request),
      read: (reference: ResourceReference) => to.client.read(reference),
    };
    const drafts = openDrafts(client, {});
    const path = await drafts.start(servers);
    await drafts.create(path, drafts.find(path)?.text ?? '', [], plainly);
  },
  'an action': (to, request) => runAction(to, actionOf(request), [server]),
  'a staged change': async (to, request) => {
    const action = actionOf(request);
    const job = new ActionJob(to, action, { target: server, values: {}, naming: to });
    const errors: unknown[] = [];
    await applyAll([[job]], {
      apply: () => job.send(openGuard, signal),
      accountOf: () => 'service',
      onSettled: (_, { error }) => errors.push(error),
    });
    if (errors[0] !== undefined) throw errors[0];
  },
  'another part of the extension': (to, request) => to.client.write(server, request),
};

const hour = 3_600_000;
type Permission = Pick<AccountRecord, 'isReadOnly' | 'writableUntil'>;

/** Whether something may be sent, in each state of an account. */
const states: Readonly<Record<string, readonly [boolean, () => Permission]>> = {
  'read-only': [false, () => ({ isReadOnly: true })],
  'read-only again': [false, () => ({ isReadOnly: true, writableUntil: Date.now() - 1 })],
  'allowed by a clock that was ahead': [
    false,
    () => ({ isReadOnly: true, writableUntil: Date.now() + 3 * hour }),
  ],
  'allowed for half an hour': [
    true,
    () => ({ isReadOnly: true, writableUntil: Date.now() + hour / 2 }),
  ],
};

describe('A read-only account', () => {
  let writes: readonly Endpoint[] = [];
  const worlds = new Map<
    string,
    { readonly world: ActionWorld; readonly between: RecordingServer }
  >();

  before(async () => {
    writes = (await allEndpoints()).filter(({ method }) => method !== 'GET');
    for (const [state, [, permission]] of Object.entries(states)) {
      const between = await startRecordingServer((_, response) => sendJson(response, {}));
      const through = (): Promise<RecordingServer> => Promise.resolve(between);
      const world = await startActionWorld({ permission: permission(), through });
      worlds.set(state, { world, between });
    }
  });

  after(async () => {
    for (const { world } of worlds.values()) await world.close();
  });

  /** How many requests that aren't reads the server received, and what the sender was told. */
  async function send(state: string, way: string, request: WriteRequest) {
    const { world, between } = worlds.get(state) ?? {};
    const run = ways[way];
    assert.ok(world && between && run);
    const before = between.requests.length;
    const told: unknown[] = [];
    await run(world.context(new ScriptedPrompts()), request).catch((error: unknown) =>
      told.push(error),
    );
    const received = between.requests.slice(before).filter(({ method }) => method !== 'GET');
    return { received: received.length, told };
  }

  function requestTo(endpoint: Endpoint, seed: number): WriteRequest {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const path = Object.fromEntries(names.map((name) => [name, 7]));
    const bodies = endpoint.body ? fc.sample(fromSchema(endpoint.body), { seed, numRuns: 1 }) : [];
    return { endpoint, path, ...(endpoint.body ? { body: bodies[0] } : {}) };
  }

  function demandReadOnly({ received, told }: Awaited<ReturnType<typeof send>>, what: string) {
    assert.equal(received, 0, what);
    const [error] = told;
    assert.ok(
      error instanceof ApiError && error.reason === 'readOnly',
      `${what}: ${String(error)}`,
    );
  }

  for (const way of Object.keys(ways)) {
    it(`receives none of all operations by ${way}, and every one while changes are allowed`, async () => {
      assert.ok(writes.length > 80, String(writes.length));
      for (const [index, endpoint] of writes.entries()) {
        const request = requestTo(endpoint, index);
        for (const [state, [isAllowed]] of Object.entries(states)) {
          const sent = await send(state, way, request);
          const what = `${endpoint.id}, ${state}`;
          if (isAllowed) assert.ok(sent.received > 0, `${what}: ${String(sent.told[0])}`);
          else demandReadOnly(sent, what);
        }
      }
    });
  }

  const count = { tried: 0 };
  law(
    'receives nothing but reads, whatever is sent on whatever way',
    { runs: 300, counts: count },
    fc.asyncProperty(
      fc.nat(10_000),
      fc.constantFrom(...Object.keys(ways)),
      fc.constantFrom(...Object.keys(states).filter((state) => !states[state]?.[0])),
      fc.nat(),
      async (index, way, state, seed) => {
        const endpoint = writes[index % writes.length];
        assert.ok(endpoint);
        count.tried += 1;
        demandReadOnly(await send(state, way, requestTo(endpoint, seed)), endpoint.id);
      },
    ),
  );
});
