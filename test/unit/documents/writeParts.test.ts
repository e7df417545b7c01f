import assert from 'node:assert/strict';
import { describeParts } from '../../../src/documents/history/describeEntry';
import { DocumentError, errorsOf, WriteError } from '../../../src/documents/writing/outcome';
import {
  type LoggedWrite,
  type Written,
  writeResource,
} from '../../../src/documents/writing/writeResource';
import { apply, type Change, type JsonObject, type JsonValue } from '../../../src/base/json';
import { planSave, missingParts } from '../../../src/documents/plan/savePlan';
import { toContent } from '../../../src/documents/content';
import { toJsonSchema } from '../../../src/documents/schema';
import { findKind } from '../../../src/resources/kinds/kinds';
import { AppClient } from '../../support/documents/appClient';
import { openGuard } from '../../support/openGuard';
import { withoutPauses } from '../../support/withoutPauses';
import { createTestService } from '../sandbox/support/service';
import { eachTest } from '../../support/eachTest';

const app = { account: 'test', kind: 'webApplication', ids: [1, 101] } as const;
const kind = findKind(app.kind);
const settings = '/api/v3/servers/1/webapps/101/settings';

const three = { phpVersion: 'php84', 'settings.memoryLimit': 512, 'wordpress.wpDebug': true };

class World {
  readonly service = createTestService();
  readonly client = new AppClient(this.service);
  readonly logged: LoggedWrite[] = [];
  written: Written | undefined;

  /** The requests in order. */
  get sent(): readonly string[] {
    return this.client.writes.map(
      ({ endpoint, body }) =>
        `${endpoint.path.split('/').slice(-2).join('/')} ${JSON.stringify(body)}`,
    );
  }

  async content(): Promise<JsonObject> {
    return toContent(kind, await this.client.readWhole(app));
  }

  async change(
    fields: Readonly<Record<string, JsonValue>>,
    isRevert = false,
  ): Promise<WriteError | undefined> {
    const changes: Change[] = Object.entries(fields).map(([name, after]) => {
      return { path: name.split('.'), before: undefined, after };
    });
    const around = {
      client: this.client,
      clock: withoutPauses,
      guard: openGuard,
      noteRead: () => undefined,
      noteWrite: (write: LoggedWrite) => void this.logged.push(write),
    };
    const toSides = (theirs: JsonObject): { base: JsonObject; mine: JsonObject } => {
      return { base: theirs, mine: apply(theirs, changes) };
    };
    try {
      this.written = await writeResource(around, { reference: app, toSides, isRevert });
      return undefined;
    } catch (error) {
      if (error instanceof WriteError) return error;
      throw error;
    }
  }

  /** The history's outcome of each part of the last write. */
  get parts(): string {
    const { parts } = this.logged.at(-1) ?? assert.fail('Nothing was logged.');
    const entry = { at: 0, reference: app, label: '', changes: [], outcome: 'partly' } as const;
    return describeParts({ ...entry, parts });
  }
}

describe('A document of several parts', () => {
  const world = eachTest(() => new World());

  it('sends only a changed PHP version, in one request', async () => {
    assert.equal(await world.change({ phpVersion: 'php84' }), undefined);
    assert.deepEqual(world.sent, ['settings/php {"phpVersion":"php84"}']);
    assert.equal(world.logged[0]?.parts, undefined);
  });

  it('sends each changed part once, in a fixed order, and reverts in reverse order', async () => {
    assert.equal(await world.change(three), undefined);
    const sent = [
      'settings/php {"phpVersion":"php84"}',
      'settings/fpmnginx {"memoryLimit":512}',
      'wordpress/config {"wpDebug":true}',
    ];
    assert.deepEqual(world.sent, sent);
    world.client.writes.length = 0;
    await world.change(
      { phpVersion: 'php83', 'settings.memoryLimit': 256, 'wordpress.wpDebug': false },
      true,
    );
    assert.deepEqual(world.sent, [
      'wordpress/config {"wpDebug":false}',
      'settings/fpmnginx {"memoryLimit":256}',
      'settings/php {"phpVersion":"php83"}',
    ]);
  });

  it('sends nothing while any part has a value of the wrong type, and marks each', async () => {
    const typed = { 'settings.memoryLimit': 'much', 'wordpress.wpDebug': 'yes' };
    await assert.rejects(world.change({ phpVersion: 'php84', ...typed }), (error) => {
      const problems = errorsOf(error).flatMap((each) =>
        each instanceof DocumentError ? each.problems : [],
      );
      const paths = problems.map(({ path }) => path.join('.'));
      return assert.deepEqual(paths, Object.keys(typed)) ?? true;
    });
    assert.deepEqual(world.sent, []);
  });

  it('keeps its members in order', async () => {
    await world.change({ 'settings.memoryLimit': 512 });
    const names = Object.keys(world.written?.content ?? {});
    assert.deepEqual(names, Object.keys(await world.content()));
  });

  it('saves the other parts if one is rejected, and reports each outcome', async () => {
    world.service.faults.add(`422:PATCH:${settings}/fpmnginx`);
    const error = await world.change(three);
    assert.equal(error?.outcome, 'partly');
    assert.deepEqual(
      error.arrived.map(({ path }) => path.join('.')),
      ['phpVersion', 'wordpress.wpDebug'],
    );
    assert.deepEqual(
      error.kept.map(({ path }) => path.join('.')),
      ['settings.memoryLimit'],
    );
    assert.equal(world.sent.length, 3);
    assert.equal(world.parts, 'PHP Version: done, Settings: failed, WordPress: done');
  });

  it('says why each of two parts was rejected', async () => {
    world.service.faults.add(`422:PATCH:${settings}/php`);
    world.service.faults.add(`403:PATCH:${settings}/fpmnginx`);
    const error = await world.change(three);
    assert.ok(error?.cause instanceof AggregateError);
    assert.equal(error.cause.errors.length, 2);
    assert.equal(world.parts, 'PHP Version: failed, Settings: failed, WordPress: done');
  });

  it('stops if the service fails, and sends nothing more', async () => {
    world.service.faults.add(`500:PATCH:${settings}/fpmnginx`);
    const error = await world.change(three);
    assert.equal(error?.outcome, 'partly');
    assert.equal(world.sent.length, 2);
    assert.match(world.parts, /^PHP Version: done, Settings: .*, WordPress: not sent$/);
  });

  it("sends the process manager's fields together, and only if they apply", async () => {
    await world.change({ 'settings.processManager': 'dynamic' });
    world.client.writes.length = 0;
    await world.change({ 'settings.processManagerMaxSpareServers': 31 });
    assert.match(world.sent[0] ?? '', /"processManager":"dynamic".*StartServers":20/);
    const { settings: dynamic } = await world.content();
    assert.equal((dynamic as JsonObject)['processManagerMaxSpareServers'], 31);
    await world.change({ 'settings.processManager': 'static' });
    const content = await world.content();
    assert.equal('processManagerStartServers' in (content['settings'] as JsonObject), false);
  });

  it("leaves out parts that the service doesn't offer, and refuses to write them", async () => {
    const whole = await world.content();
    world.service.faults.add(`403:GET:${settings}`);
    const content = await world.content();
    assert.deepEqual(Object.keys(whole).slice(-2), ['settings', 'wordpress']);
    assert.equal('settings' in content, false);
    assert.deepEqual(missingParts(kind, content), ['settings']);
    const mine = apply(whole, [
      { path: ['settings', 'memoryLimit'], before: undefined, after: 512 },
    ]);
    assert.throws(
      () => planSave(kind, { base: whole, mine, theirs: content }),
      /notRead settings\.memoryLimit/,
    );
  });

  it("isn't read partly if the service fails or can't be reached", async () => {
    world.service.faults.add(`500:GET:${settings}`);
    await assert.rejects(world.content(), { reason: 'server' });
  });

  it("has no WordPress fields without WordPress, and doesn't request them", async () => {
    let reads = 0;
    world.client.disturbance = { onRead: () => (reads += 1) };
    const content = toContent(kind, await world.client.readWhole({ ...app, ids: [1, 102] }));
    assert.equal(content['type'], 'custom');
    assert.equal(reads, 2);
    assert.deepEqual(missingParts(kind, content), []);
  });

  it('has a schema that knows which fields only apply to dynamic', () => {
    const { properties = {} } = toJsonSchema(kind);
    const { settings: schema } = properties;
    assert.ok(schema);
    const unused = schema['else'] as { readonly properties: object };
    assert.deepEqual(Object.keys(unused.properties), [
      'processManagerStartServers',
      'processManagerMinSpareServers',
      'processManagerMaxSpareServers',
    ]);
  });
});
