import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { documentStates } from '../../../src/documents/openDocument';
import { MemoryValues } from '../../support/explorerWorld';
import { KeptValues } from '../../../src/resources/storage/stored';
import { Documents } from '../../../src/documents/documents';
import type { ResourceReference } from '../../../src/resources/reference';
import { type PanelSave, type SaveRefusal, saveChanges } from '../../../src/panels/saveChanges';
import type { PendingChange } from '../../../src/pages/protocol';
import { DocumentError, WriteError } from '../../../src/documents/writing/outcome';
import { foreign } from '../../../src/base/foreignText';
import { withoutPauses } from '../../support/withoutPauses';

const waf: ResourceReference = { account: 'service', kind: 'waf', ids: [1, 101] };
const path = '/api/v3/servers/1/webapps/101/waf';

describe('Saving from a panel', () => {
  let world: ActionWorld;
  let documents: Documents;
  let isAllowed = true;

  beforeEach(async () => {
    isAllowed = true;
    world = await startActionWorld();
    const { client } = world.context(new ScriptedPrompts());
    const states = new KeptValues(new MemoryValues(), documentStates);
    documents = new Documents({
      client,
      clock: withoutPauses,
      guard: { ask: async () => (isAllowed ? 'unasked' : 'refused') },
      states,
      findOpen: () => undefined,
    });
  });

  afterEach(() => world.close());

  async function save(
    reference: ResourceReference,
    changes: PendingChange[],
  ): Promise<SaveRefusal | undefined> {
    return (await saveAll(reference, changes)).refusal;
  }

  function saveAll(reference: ResourceReference, changes: PendingChange[]): Promise<PanelSave> {
    const describeError = (error: unknown): string => String(error);
    return saveChanges({ documents, describeError }, reference, changes);
  }

  async function patches(): Promise<unknown[]> {
    return (await world.probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ body }) => body);
  }

  async function methods(): Promise<string[]> {
    return (await world.probe.requests()).map(({ method }) => method);
  }

  it('sends nothing if the person cancels at a lock-out warning', async () => {
    isAllowed = false;
    const refusal = await save(waf, [{ id: 'paranoia', from: 2, to: 3 }]);
    assert.deepEqual(refusal, { text: 'Canceled. Nothing was sent.', fields: [] });
    assert.deepEqual(await patches(), []);
  });

  it('sends changes, with the rest of objects that a service may replace as a whole', async () => {
    const { rulesExclusion } = await world.probe.call('GET', path);
    await world.probe.forgetRequests();
    const refusal = await save(waf, [
      { id: 'paranoia', from: 2, to: 3 },
      { id: 'rulesExclusion/magento', from: false, to: true },
    ]);
    assert.equal(refusal, undefined);
    const whole = { ...(rulesExclusion as object), magento: true };
    assert.deepEqual(await patches(), [{ paranoia: 3, rulesExclusion: whole }]);
  });

  it('writes a flat cache configuration, as the service expects', async () => {
    const cache: ResourceReference = { ...waf, kind: 'cacheConfiguration' };
    const change = { id: 'cacheSettings/cdn_settings/enable', from: false, to: true };
    assert.equal(await save(cache, [change]), undefined);
    assert.deepEqual(await patches(), [{ cdnEnabled: true }]);
  });

  it("keeps others' changes made meanwhile", async () => {
    await world.probe.call('PATCH', path, { anomaly: 7 });
    await world.probe.forgetRequests();
    assert.equal(await save(waf, [{ id: 'paranoia', from: 2, to: 1 }]), undefined);
    assert.deepEqual(await patches(), [{ paranoia: 1 }]);
  });

  it("replaces nothing that the person hasn't seen, and reports its current value", async () => {
    await world.probe.call('PATCH', path, { paranoia: 4 });
    await world.probe.forgetRequests();
    const refusal = await save(waf, [{ id: 'paranoia', from: 2, to: 1 }]);
    assert.deepEqual(await patches(), []);
    assert.match(refusal?.text ?? '', /someone else changed the same fields/);
    assert.deepEqual(
      refusal?.fields.map(({ id, now }) => [id, now]),
      [['paranoia', 4]],
    );
    assert.match(refusal.fields[0]?.text ?? '', /The value is now 4/);
    assert.equal(await save(waf, [{ id: 'paranoia', from: 4, to: 1 }]), undefined);
  });

  it("reads once and writes, and reads again only if the answer isn't the resource", async () => {
    const { resource } = await saveAll(waf, [{ id: 'paranoia', from: 2, to: 3 }]);
    assert.deepEqual(await methods(), ['GET', 'PATCH']);
    assert.equal(resource?.['paranoia'], 3);
    await world.probe.forgetRequests();
    const cache: ResourceReference = { ...waf, kind: 'cacheConfiguration' };
    await saveAll(cache, [{ id: 'cacheSettings/cdn_settings/enable', from: false, to: true }]);
    assert.deepEqual(await methods(), ['GET', 'PATCH', 'GET']);
  });

  it('attaches errors of the service to their fields', async () => {
    const refusal = await save(waf, [{ id: 'paranoia', from: 2, to: 99 }]);
    assert.deepEqual(refusal?.fields, [{ id: 'paranoia', text: 'Must be from 1 to 4.' }]);
  });

  it("says what's wrong with a value that can't be sent", async () => {
    const refusals = [
      await save(waf, [{ id: 'anomaly', from: 10, to: 'a lot' }]),
      await save(waf, [{ id: 'anomaly', from: 10, to: 1.5 }]),
    ];
    assert.deepEqual(
      refusals.map((refusal) => refusal?.fields),
      [
        [{ id: 'anomaly', text: 'Must be a number.' }],
        [{ id: 'anomaly', text: 'Must be a whole number.' }],
      ],
    );
    for (const refusal of refusals) {
      assert.equal(refusal?.text, 'Nothing was saved. Correct the marked field.');
    }
    assert.deepEqual(await patches(), []);
  });

  it('says once that nothing was saved, and why', async () => {
    await world.probe.addFault(`500:PATCH:${path}`);
    const refusal = await save(waf, [{ id: 'paranoia', from: 2, to: 1 }]);
    assert.match(refusal?.text ?? '', /^Nothing was saved\. ApiError: [^;]*500/);
    assert.deepEqual(refusal?.fields, []);
  });

  it('points to the fields whose values the service kept', async () => {
    const paranoia = { id: 'paranoia', from: 2, to: 1 };
    const magento = { id: 'rulesExclusion/magento', from: false, to: true };
    const texts = [];
    for (const changes of [[paranoia], [paranoia, magento]]) {
      // It accepts the request and does nothing.
      await world.probe.addFault(`empty:PATCH:${path}:count=1`);
      const refusal = await save(waf, changes);
      texts.push(refusal?.text);
      assert.equal(refusal?.fields.length, changes.length);
    }
    assert.deepEqual(texts, [
      'Nothing was saved: the server kept the value of the marked field.',
      'Nothing was saved: the server kept the values of the marked fields.',
    ]);
  });

  for (const { outcome, cause, text } of [
    {
      outcome: 'partly',
      cause: undefined,
      text: 'The server kept the value of the marked field. Everything else was saved.',
    },
    {
      outcome: 'partly',
      cause: new Error('Lost.'),
      text: 'Error: Lost. Only part of it was saved.',
    },
    {
      outcome: 'unknown',
      cause: new Error('Lost.'),
      text: "Error: Lost. Your changes may have been saved, but that can't be checked right now. Refresh to see the current values before you save again.",
    },
  ] as const) {
    it(`says what to do if the outcome is ${outcome}: ${text}`, async () => {
      const kept =
        outcome === 'partly' ? [{ path: ['paranoia'], before: 2, after: 1, now: 2 }] : [];
      const failing: Pick<Documents, 'change' | 'onDidRead'> = {
        onDidRead: (listener) => documents.onDidRead(listener),
        change: () => Promise.reject(new WriteError(outcome, { arrived: [], kept, cause })),
      };
      const context = { documents: failing, describeError: String };
      const { refusal } = await saveChanges(context, waf, [{ id: 'paranoia', from: 2, to: 1 }]);
      assert.equal(refusal?.text, text);
    });
  }

  it('marks the fields of every part that the service rejected', async () => {
    const refuse = (path: string): DocumentError =>
      new DocumentError([{ reason: 'refused', path: [path], detail: foreign(`Bad ${path}.`) }]);
    const cause = new AggregateError([refuse('paranoia'), refuse('anomaly')]);
    const failing: Pick<Documents, 'change' | 'onDidRead'> = {
      onDidRead: (listener) => documents.onDidRead(listener),
      change: () => Promise.reject(new WriteError('failed', { arrived: [], kept: [], cause })),
    };
    const context = { documents: failing, describeError: String };
    const { refusal } = await saveChanges(context, waf, [
      { id: 'paranoia', from: 2, to: 1 },
      { id: 'anomaly', from: 5, to: 6 },
    ]);
    assert.deepEqual(refusal?.fields, [
      { id: 'paranoia', text: 'Bad paranoia.' },
      { id: 'anomaly', text: 'Bad anomaly.' },
    ]);
  });

  it("turns off what wasn't set", async () => {
    const sides: unknown[] = [];
    const recording: Pick<Documents, 'change' | 'onDidRead'> = {
      onDidRead: (listener) => documents.onDidRead(listener),
      change: async (_reference, toSides) => {
        sides.push(toSides({ paranoia: 2 }), toSides({ isEnabled: null, paranoia: 2 }));
        return { changes: [], content: {}, resource: undefined, lost: undefined };
      },
    };
    const context = { documents: recording, describeError: String };
    await saveChanges(context, waf, [{ id: 'isEnabled', from: null, to: false }]);
    const mine = { isEnabled: false, paranoia: 2 };
    assert.deepEqual(sides, [
      { base: { paranoia: 2 }, mine },
      { base: { isEnabled: null, paranoia: 2 }, mine },
    ]);
  });

  describe('of a canvas', () => {
    const canvas: ResourceReference = { account: 'service', kind: 'canvas', ids: [1] };
    const canvasPath = '/api/v3/settings/wordpress/canvas/1';
    const extras = async (bundle: string): Promise<{ id: number; activate: boolean }[]> =>
      ((await world.probe.call('GET', canvasPath))[bundle] as { data: never[] }).data;
    const settingsNow = async (): Promise<Record<string, unknown>> =>
      (await world.probe.call('GET', canvasPath))['settings'] as Record<string, unknown>;

    it('changes one of its plugins without affecting the others', async () => {
      const before = await extras('plugins');
      const [first, ...others] = before;
      assert.ok(first);
      const { id, activate } = first;
      const change = { id: `plugins/data/${id}/activate`, from: activate, to: !activate };
      assert.equal(await save(canvas, [change]), undefined);
      assert.deepEqual(await extras('plugins'), [{ ...first, activate: !activate }, ...others]);
    });

    it("sets a text that wasn't set", async () => {
      const change = { id: 'settings/permalinkCustom', from: null, to: '/%postname%/' };
      const settings = await settingsNow();
      const from = settings['permalinkCustom'] as string | null;
      assert.equal(await save(canvas, [{ ...change, from }]), undefined);
      assert.deepEqual((await settingsNow())['permalinkCustom'], '/%postname%/');
    });

    it('sends nothing if the plugin is gone', async () => {
      const refusal = await save(canvas, [
        { id: 'plugins/data/987654/activate', from: false, to: true },
      ]);
      assert.match(refusal?.text ?? '', /someone else changed the same fields/);
      assert.match(refusal?.fields[0]?.text ?? '', /doesn't exist anymore/);
      assert.deepEqual(await patches(), []);
    });
  });

  describe('of a web application', () => {
    const application: ResourceReference = { ...waf, kind: 'webApplication' };
    const place = '/api/v3/servers/1/webapps/101';

    async function changes(memoryLimit: number | string): Promise<PendingChange[]> {
      const { phpVersion } = await world.probe.call('GET', place);
      const settings = await world.probe.call('GET', `${place}/settings`);
      await world.probe.forgetRequests();
      return [
        { id: 'phpVersion', from: String(phpVersion), to: 'php81' },
        { id: 'settings/memoryLimit', from: Number(settings['memoryLimit']), to: memoryLimit },
      ];
    }

    it('sends each part with its own request', async () => {
      assert.equal(await save(application, await changes(384)), undefined);
      const [version, limits] = (await patches()) as Record<string, unknown>[];
      assert.deepEqual(version, { phpVersion: 'php81' });
      assert.equal(limits?.['memoryLimit'], 384);
    });

    it('keeps only the refused changes', async () => {
      const wanted = await changes(384);
      await world.probe.addFault(`422:PATCH:${place}/settings/fpmnginx`);
      const { saved, refusal } = await saveAll(application, wanted);
      assert.deepEqual(
        saved.map(({ id }) => id),
        ['phpVersion'],
      );
      assert.ok(refusal);
      assert.equal((await world.probe.call('GET', place))['phpVersion'], 'php81');
    });

    it("says which limit can't be sent, and sends no other change either", async () => {
      const refusal = await save(application, await changes('a lot'));
      const [problem] = refusal?.fields ?? [];
      assert.deepEqual(problem, { id: 'settings/memoryLimit', text: 'Must be a number.' });
      assert.deepEqual(await patches(), []);
    });
  });

  it("accepts no value that isn't writable", async () => {
    const refusal = await save(waf, [{ id: 'id', from: 101, to: 1 }]);
    assert.equal(refusal?.fields[0]?.id, 'id');
    // A sentence, not the bare reason.
    assert.match(refusal.fields[0].text, /^DocumentError: readOnly/);
    assert.deepEqual(await patches(), []);
  });
});
