import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { updateServerAutoUpdate } from '../../../src/api/contract/server';
import { toContent } from '../../../src/documents/content';
import { apply, memberAt, type JsonObject, type JsonValue } from '../../../src/base/json';
import { findKind } from '../../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../../src/resources/reference';
import { WriteError } from '../../../src/documents/writing/outcome';
import {
  type LoggedWrite,
  type Written,
  writeResource,
} from '../../../src/documents/writing/writeResource';
import { AppClient, type Disturbance } from '../../support/documents/appClient';
import { editableKinds } from '../../support/documents/editableKinds';
import { openGuard } from '../../support/openGuard';
import { withoutPauses } from '../../support/withoutPauses';
import { createTestService } from '../sandbox/support/service';
import { eachTest } from '../../support/eachTest';

const server = { account: 'test', kind: 'server', ids: [1] } as const;

/** A service and the writes to it. */
class World {
  readonly service = createTestService();
  readonly client = new AppClient(this.service);
  readonly logged: LoggedWrite[] = [];
  /** The methods of the requests that the service received. */
  requests: string[] = [];

  async content(reference: ResourceReference): Promise<JsonObject> {
    const { disturbance } = this.client;
    this.client.disturbance = {};
    const content = toContent(findKind(reference.kind), await this.client.readWhole(reference));
    this.client.disturbance = disturbance;
    return content;
  }

  /** Changes fields (dotted if nested) while the service and the network behave like this. */
  async change(
    reference: ResourceReference,
    fields: Readonly<Record<string, JsonValue>>,
    disturbance: Disturbance = {},
    signal?: AbortSignal,
  ): Promise<Written> {
    this.requests = [];
    const { onRead, onWrite } = disturbance;
    this.client.disturbance = {
      ...disturbance,
      onRead: () => {
        this.requests.push('GET');
        return onRead?.();
      },
      onWrite: () => {
        this.requests.push('write');
        return onWrite?.();
      },
    };
    const changes = Object.entries(fields).map(([name, after]) => ({
      path: name.split('.'),
      before: undefined,
      after,
    }));
    const around = {
      client: this.client,
      clock: withoutPauses,
      guard: openGuard,
      noteRead: () => undefined,
      noteWrite: (write: LoggedWrite) => void this.logged.push(write),
    };
    const toSides = (theirs: JsonObject): { base: JsonObject; mine: JsonObject } => ({
      base: theirs,
      mine: apply(theirs, changes),
    });
    try {
      return await writeResource(around, { reference, toSides }, (work) => work(signal));
    } finally {
      this.client.disturbance = {};
    }
  }

  get outcomes(): string[] {
    return this.logged.map(({ outcome }) => outcome);
  }
}

/** The WriteError that the work fails with. */
async function undone(work: Promise<unknown>): Promise<WriteError> {
  const error: unknown = await work.then(
    () => assert.fail('It is done, and should not be.'),
    (reason: unknown) => reason,
  );
  if (error instanceof WriteError) return error;
  throw error;
}

describe('A write in two requests', () => {
  it("keeps another person's change in between, although the second request contains that field", async () => {
    const world = new World();
    const theirs = await world.content(server);
    const softwareUpdate = theirs['softwareUpdate'] !== true;
    const { securityUpdate } = theirs;
    const mine = { name: 'renamed', securityUpdate: securityUpdate !== true };

    let isFirst = true;
    const { content } = await world.change(server, mine, {
      afterWrite: async () => {
        if (!isFirst) return;
        isFirst = false;
        const body = { softwareUpdate, securityUpdate };
        await world.client.exchange(server, { endpoint: updateServerAutoUpdate }, body);
      },
    });

    assert.deepEqual(world.outcomes, ['done']);
    assert.deepEqual(content, { ...content, ...mine, softwareUpdate });
  });

  it('sends the second request, although another person has undone the first', async () => {
    const world = new World();
    const theirs = await world.content(server);
    const securityUpdate = theirs['securityUpdate'] !== true;
    const [rename] =
      findKind('server').document?.editing?.toWrites({
        before: theirs,
        after: theirs,
        changed: { name: 'renamed' },
      }) ?? [];
    assert.ok(rename);

    let sent = 0;
    const mine = { name: 'renamed', securityUpdate };
    const { content } = await world.change(server, mine, {
      afterWrite: async () => {
        sent += 1;
        if (sent === 1) await world.client.exchange(server, rename, { name: theirs['name'] });
      },
    });

    assert.deepEqual(world.outcomes, ['done']);
    assert.equal(sent, 2);
    assert.deepEqual(
      [content['name'], content['securityUpdate']],
      [theirs['name'], securityUpdate],
    );
  });

  it('skips the second request if another person has made the same change meanwhile', async () => {
    const world = new World();
    const theirs = await world.content(server);
    const { softwareUpdate } = theirs;
    const securityUpdate = theirs['securityUpdate'] !== true;

    let sent = 0;
    await world.change(
      server,
      { name: 'renamed', securityUpdate },
      {
        afterWrite: async () => {
          sent += 1;
          const body = { softwareUpdate, securityUpdate };
          await world.client.exchange(server, { endpoint: updateServerAutoUpdate }, body);
        },
      },
    );

    assert.deepEqual(world.outcomes, ['done']);
    assert.equal(sent, 1);
  });

  it('skips the second request if another person has changed the same field differently', async () => {
    const world = new World();
    const theirs = await world.content(server);
    const [rename] =
      findKind('server').document?.editing?.toWrites({
        before: theirs,
        after: theirs,
        changed: { name: 'renamed' },
      }) ?? [];
    assert.ok(rename);

    const mine = { name: 'renamed', securityUpdate: theirs['securityUpdate'] !== true };
    const error = await undone(
      world.change(server, mine, {
        afterWrite: () => world.client.exchange(server, rename, { name: 'theirs' }),
      }),
    );

    assert.equal(world.requests.filter((each) => each === 'write').length, 1);
    assert.equal(error.outcome, 'partly');
    assert.match(String(error.cause), /conflict name/);
    assert.deepEqual(await world.content(server), { ...theirs, name: 'theirs' });
  });

  it('reports what arrived and what the service rejected', async () => {
    const world = new World();
    world.service.faults.add('422:PATCH:/api/v3/servers/1/settings/autoupdate');
    const { securityUpdate } = await world.content(server);
    const mine = { name: 'renamed', securityUpdate: securityUpdate !== true };
    const error = await undone(world.change(server, mine));
    assert.equal(error.outcome, 'partly');
    assert.deepEqual(
      error.arrived.map(({ path }) => path),
      [['name']],
    );
    assert.deepEqual(
      error.kept.map(({ path, now }) => [path, now]),
      [[['securityUpdate'], securityUpdate]],
    );
  });
});

/** What services answer to a write that they performed; API beyond, trap 4. */
const answers: Readonly<Record<string, unknown>> = {
  '{}': {},
  '{message}': { message: 'Updated.' },
  '[]': [],
  null: null,
  true: true,
  'plain text': 'OK',
  'another shape': { data: { attributes: { ok: 1 } } },
};

for (const { kind, ids, fields, unsaid = {} } of editableKinds) {
  const reference: ResourceReference = { account: 'test', kind, ids };

  describe(`A write to a ${kind}`, () => {
    const { parts = [] } = findKind(kind).operations;
    const reads = ['GET', ...parts.map(() => 'GET')];
    let fieldName: string;
    let before: JsonValue | undefined;
    let after: JsonValue;

    const world = eachTest(() => new World());
    beforeEach(async () => {
      const content = await world.content(reference);
      const [field] = fields;
      assert.ok(field);
      fieldName = field.path;
      before = memberAt(content, fieldName.split('.'));
      after = field.good.find((value) => value !== before) ?? null;
    });

    const live = async (): Promise<unknown> =>
      memberAt(await world.content(reference), fieldName.split('.'));
    const change = (disturbance: Disturbance, signal?: AbortSignal): Promise<Written> =>
      world.change(reference, { ...unsaid, [fieldName]: after }, disturbance, signal);

    for (const [name, json] of Object.entries(answers)) {
      it(`is done if the service answers ${name}`, async () => {
        const { content } = await change({ answerWrite: { json } });
        assert.equal(memberAt(content, fieldName.split('.')), after);
        assert.deepEqual(world.requests, [...reads, 'write', 'GET']);
        assert.deepEqual(world.outcomes, ['done']);
      });
    }

    it("isn't done if the service claims success without any effect", async () => {
      const error = await undone(change({ takeWrite: 'never' }));
      assert.equal(error.outcome, 'notApplied');
      const kept = error.kept.find(({ path }) => path.join('.') === fieldName);
      assert.equal(kept?.now, before);
      assert.deepEqual(world.outcomes, ['notApplied']);
      assert.deepEqual(world.requests, [...reads, 'write', 'GET', 'GET']);
    });

    it('is done if the service applies it a moment later', async () => {
      const { content } = await change({ takeWrite: 'late' });
      assert.equal(memberAt(content, fieldName.split('.')), after);
      assert.deepEqual(world.outcomes, ['done']);
      assert.deepEqual(world.requests, [...reads, 'write', 'GET', 'GET']);
    });

    it('is checked if its answer is lost before it took effect', async () => {
      const error = await undone(change({ loseWrite: 'before' }));
      assert.equal(error.outcome, 'failed');
      assert.equal(await live(), before);
    });

    it('is checked if its answer is lost after it took effect', async () => {
      assert.ok((await change({ loseWrite: 'after' })).lost);
      assert.deepEqual(world.outcomes, ['done']);
      assert.equal(await live(), after);
    });

    it("is checked if it's cancelled while its request is on its way", async () => {
      const stop = new AbortController();
      const { lost } = await change({ afterWrite: () => stop.abort() }, stop.signal);
      assert.ok(lost instanceof ApiError && lost.reason === 'cancelled');
      assert.deepEqual(world.outcomes, ['done']);
      assert.equal(await live(), after);
    });

    it("isn't sent if it's cancelled before that", async () => {
      const stop = new AbortController();
      const cancelling = change({ onWrite: () => stop.abort() }, stop.signal);
      await assert.rejects(cancelling, { reason: 'cancelled', isUnsent: true });
      assert.deepEqual(world.requests, [...reads, 'write']);
      assert.deepEqual(world.outcomes, []);
      assert.equal(await live(), before);
    });

    it("has an unknown outcome if it can't be checked", async () => {
      let isSent = false;
      const disturbance: Disturbance = {
        loseWrite: 'after',
        onWrite: () => (isSent = true),
        onRead: () => {
          if (isSent) throw new Error('No connection.');
        },
      };
      const error = await undone(change(disturbance));
      assert.equal(error.outcome, 'unknown');
      assert.deepEqual([error.arrived, error.kept], [[], []]);
      assert.deepEqual(world.outcomes, ['unknown']);
    });
  });
}

describe('A write to two fields', () => {
  const waf: ResourceReference = { account: 'test', kind: 'waf', ids: [1, 101] };

  it('reports which one the service kept', async () => {
    const world = new World();
    const { isEnabled } = await world.content(waf);
    const mine = { isEnabled: isEnabled !== true, anomaly: 7 };
    const error = await undone(world.change(waf, mine, { takeWrite: 'inPart' }));
    assert.equal(error.outcome, 'partly');
    assert.deepEqual(
      error.kept.map(({ path, now }) => [path, now]),
      [[['isEnabled'], isEnabled]],
    );
    assert.deepEqual(
      error.arrived.map(({ path }) => path),
      [['anomaly']],
    );
    assert.deepEqual(world.outcomes, ['partly']);
  });

  it("reads once, and doesn't read again if the answer is the resource", async () => {
    const world = new World();
    await world.change(waf, { paranoia: 4, anomaly: 7 });
    assert.deepEqual(world.requests, ['GET', 'write']);
  });
});
