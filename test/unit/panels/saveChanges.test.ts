import assert from 'node:assert/strict';
import { type ActionWorld, english, startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { DocumentStates } from '../../../src/resources/documents/documentState';
import { Documents } from '../../../src/resources/documents/documents';
import type { ResourceReference } from '../../../src/resources/reference';
import { type Refusal, saveChanges } from '../../../src/ui/panels/saveChanges';
import type { PendingChange } from '../../../src/webviews/protocol';

const waf: ResourceReference = { account: 'service', kind: 'waf', ids: [1, 101] };
const path = '/api/v3/servers/1/webapps/101/waf';

describe('Saving from a panel', () => {
  let world: ActionWorld;
  let documents: Documents;

  beforeEach(async () => {
    world = await startActionWorld();
    const { client } = world.context(new ScriptedPrompts());
    const states = new DocumentStates({ get: () => undefined, update: async () => undefined });
    documents = new Documents({ client, states, findOpen: () => undefined });
  });

  afterEach(() => world.close());

  function save(
    reference: ResourceReference,
    changes: PendingChange[],
  ): Promise<Refusal | undefined> {
    const describeError = (error: unknown): string => String(error);
    return saveChanges({ documents, t: english, describeError }, reference, changes);
  }

  async function patches(): Promise<unknown[]> {
    return (await world.probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ body }) => body);
  }

  it('sends what was changed, and nothing else', async () => {
    const refusal = await save(waf, [
      { id: 'paranoia', from: 2, to: 3 },
      { id: 'rulesExclusion/magento', from: false, to: true },
    ]);
    assert.equal(refusal, undefined);
    assert.deepEqual(await patches(), [{ paranoia: 3, rulesExclusion: { magento: true } }]);
  });

  it('writes a cache flat, as the service takes it', async () => {
    const cache: ResourceReference = { ...waf, kind: 'cacheConfiguration' };
    const change = { id: 'cacheSettings/cdn_settings/enable', from: false, to: true };
    assert.equal(await save(cache, [change]), undefined);
    assert.deepEqual(await patches(), [{ cdnEnabled: true }]);
  });

  it('keeps what somebody else changed meanwhile', async () => {
    await world.probe.call('PATCH', path, { anomaly: 7 });
    await world.probe.forgetRequests();
    assert.equal(await save(waf, [{ id: 'paranoia', from: 2, to: 1 }]), undefined);
    assert.deepEqual(await patches(), [{ paranoia: 1 }]);
  });

  it('replaces nothing that the person has not seen, and tells what it is now', async () => {
    await world.probe.call('PATCH', path, { paranoia: 4 });
    await world.probe.forgetRequests();
    const refusal = await save(waf, [{ id: 'paranoia', from: 2, to: 1 }]);
    assert.deepEqual(await patches(), []);
    assert.match(refusal?.text ?? '', /somebody changed the same/);
    assert.deepEqual(
      refusal?.fields.map(({ id, now }) => [id, now]),
      [['paranoia', 4]],
    );
    assert.match(refusal.fields[0]?.text ?? '', /It is 4 now/);
    assert.equal(await save(waf, [{ id: 'paranoia', from: 4, to: 1 }]), undefined);
  });

  it('puts what the service refuses on the values that it is about', async () => {
    const refusal = await save(waf, [{ id: 'paranoia', from: 2, to: 99 }]);
    assert.deepEqual(refusal?.fields, [{ id: 'paranoia', text: 'Must be from 1 to 4.' }]);
  });

  it('says what is wrong with a value that cannot be sent', async () => {
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
    assert.deepEqual(await patches(), []);
  });

  it('says why nothing was saved', async () => {
    await world.probe.addFault(`500:PATCH:${path}`);
    const refusal = await save(waf, [{ id: 'paranoia', from: 2, to: 1 }]);
    assert.match(refusal?.text ?? '', /^Nothing was saved\. .*500/);
    assert.deepEqual(refusal?.fields, []);
  });

  describe('of a canvas', () => {
    const canvas: ResourceReference = { account: 'service', kind: 'canvas', ids: [1] };
    const canvasPath = '/api/v3/settings/wordpress/canvas/1';
    const extras = async (bundle: string): Promise<{ id: number; activate: boolean }[]> =>
      ((await world.probe.call('GET', canvasPath))[bundle] as { data: never[] }).data;
    const settingsNow = async (): Promise<Record<string, unknown>> =>
      (await world.probe.call('GET', canvasPath))['settings'] as Record<string, unknown>;

    it('switches one of its plugins and leaves the others', async () => {
      const before = await extras('plugins');
      const [first, ...others] = before;
      assert.ok(first);
      const { id, activate } = first;
      const change = { id: `plugins/data/${id}/activate`, from: activate, to: !activate };
      assert.equal(await save(canvas, [change]), undefined);
      assert.deepEqual(await extras('plugins'), [{ ...first, activate: !activate }, ...others]);
    });

    it('sets a text that was not set', async () => {
      const change = { id: 'settings/permalinkCustom', from: null, to: '/%postname%/' };
      const settings = await settingsNow();
      const from = settings['permalinkCustom'] as string | null;
      assert.equal(await save(canvas, [{ ...change, from }]), undefined);
      assert.deepEqual((await settingsNow())['permalinkCustom'], '/%postname%/');
    });

    it('sends nothing where the plugin is gone', async () => {
      const refusal = await save(canvas, [
        { id: 'plugins/data/987654/activate', from: false, to: true },
      ]);
      assert.match(refusal?.text ?? '', /somebody changed the same/);
      assert.match(refusal?.fields[0]?.text ?? '', /not there any more/);
      assert.deepEqual(await patches(), []);
    });
  });

  it('takes no value that is not there to be written', async () => {
    const refusal = await save(waf, [{ id: 'id', from: 101, to: 1 }]);
    assert.equal(refusal?.fields[0]?.id, 'id');
    // In words, not by the bare reason.
    assert.match(refusal.fields[0].text, /^DocumentError: readOnly/);
    assert.deepEqual(await patches(), []);
  });
});
