import assert from 'node:assert/strict';
import { type ActionWorld, english, startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { formatsOf } from '../../../src/shared/formats';
import type { ResourceReference } from '../../../src/resources/reference';
import type { PanelContent } from '../../../src/ui/panels/panelKind';
import { findPanelKind } from '../../../src/ui/panels/panelKinds';
import { toCanvasContent } from '../../../src/ui/panels/models/canvas';
import { moment } from '../../../src/ui/panels/models/parts';
import { toServerContent } from '../../../src/ui/panels/models/server';
import { toWafContent } from '../../../src/ui/panels/models/waf';

const isIso = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

const describeError = (error: unknown): string => String(error);

function reference(kind: ResourceReference['kind'], ...ids: number[]): ResourceReference {
  return { account: 'service', kind, ids };
}

describe('Contents of panels', () => {
  let world: ActionWorld;

  before(async () => {
    world = await startActionWorld();
  });

  afterEach(() => world.probe.clearFaults());

  after(() => world.close());

  async function load(target: ResourceReference): Promise<PanelContent[]> {
    const { client } = world.context(new ScriptedPrompts());
    const shown: PanelContent[] = [];
    await findPanelKind(target.kind)?.load(
      { client, t: english, formats: formatsOf('de'), describeError },
      target,
      (content) => shown.push(content),
      new AbortController().signal,
    );
    return shown;
  }

  function itemsOf(content: PanelContent | undefined, id: string) {
    return content?.sections.find((section) => section.id === id)?.items ?? [];
  }

  it('are the themes, plugins and settings of a canvas', async () => {
    const [content] = await load(reference('canvas', 1));
    const live = await world.probe.call('GET', '/api/v3/settings/wordpress/canvas/1');
    const idOf = (bundle: string): number | undefined =>
      (live[bundle] as { data: { id: number }[] }).data[0]?.id;
    assert.equal(content?.title, 'Blog');
    assert.deepEqual(itemsOf(content, 'themes')[0], {
      type: 'entry',
      label: 'Twenty Twenty-Four',
      detail: 'twenty-twenty-four',
      toggle: { id: `themes/data/${idOf('themes')}/activate`, label: 'Activated', value: true },
    });
    assert.deepEqual(itemsOf(content, 'customPlugins'), [
      {
        type: 'entry',
        label: 'House Style',
        detail: 'https://downloads.example.com/house-style.zip',
        link: 'https://downloads.example.com/house-style.zip',
        toggle: {
          id: `customPlugins/data/${idOf('customPlugins')}/activate`,
          label: 'Activated',
          value: true,
        },
      },
    ]);
    assert.deepEqual(itemsOf(content, 'language')[0], {
      type: 'text',
      id: 'settings/language',
      label: 'Language',
      value: 'en_US',
    });
    const cleaning = itemsOf(content, 'cleaning');
    assert.ok(cleaning.length > 0 && cleaning.every(({ type }) => type === 'switch'));
    const [created] = itemsOf(content, 'dates');
    assert.ok(created?.type === 'fact' && created.isMoment);
  });

  it('are the switches of a web application firewall', async () => {
    const [content] = await load(reference('waf', 1, 101));
    const [isEnabled, paranoia, anomaly] = itemsOf(content, 'protection');
    assert.deepEqual(
      [isEnabled, paranoia, anomaly].map((item) => item && 'id' in item && [item.id, item.type]),
      [
        ['isEnabled', 'switch'],
        ['paranoia', 'choice'],
        ['anomaly', 'number'],
      ],
    );
    assert.deepEqual(
      itemsOf(content, 'exclusions').map((item) => 'id' in item && item.id),
      ['drupal', 'wordpress', 'next_cloud', 'docu_wiki', 'xen_foro', 'magento'].map(
        (name) => `rulesExclusion/${name}`,
      ),
    );
  });

  it('keep a paranoia level that nobody knows, and exclusions that are new', () => {
    const content = toWafContent({ paranoia: 9, rulesExclusion: { new_one: true } }, english);
    const [, paranoia] = itemsOf(content, 'protection');
    assert.ok(paranoia?.type === 'choice');
    assert.deepEqual(
      paranoia.options.map(({ value }) => value),
      [1, 2, 3, 4, 9],
    );
    assert.deepEqual(itemsOf(content, 'exclusions'), [
      { type: 'switch', id: 'rulesExclusion/new_one', label: 'new_one', value: true },
    ]);
  });

  it('show a text that cannot be shown whole, and let nobody change it', () => {
    const long = 'x'.repeat(10_000);
    const settings = { language: 'en\u202e', timezone: long, permalinkCustom: null };
    const content = toCanvasContent({ settings }, english);
    assert.deepEqual(
      ['language', 'site'].flatMap((id) =>
        itemsOf(content, id).map((item) => [item.type, 'value' in item && item.value]),
      ),
      [
        ['fact', 'en\u{fffd}'],
        ['fact', `${'x'.repeat(300)}…`],
        ['fact', '–'],
        ['fact', '–'],
        ['text', null],
        ['switch', false],
        ['switch', false],
      ],
    );
  });

  it('have no credential of a cache in them', async () => {
    const contents = await load(reference('cacheConfiguration', 1, 101));
    const text = JSON.stringify(contents);
    assert.ok(!text.includes('FAKE-SECRET'));
    assert.match(text, /"type":"secret","id":"apiKey"/);
  });

  it('are shown at once for a server, and completed part by part', async () => {
    const contents = await load(reference('server', 1));
    const loading = contents.map(
      ({ sections }) => sections.filter(({ isLoading }) => isLoading).length,
    );
    assert.deepEqual(loading, [5, 4, 3, 2, 1, 0]);
    const last = contents.at(-1);
    const [memory] = itemsOf(last, 'health');
    assert.ok(memory?.type === 'bar');
    assert.match(memory.text, /^5\.\d{3} of 8\.192 MB, 62 %$/);
    assert.ok(itemsOf(last, 'services').length > 3);
    assert.ok(itemsOf(last, 'log').every((item) => item.type === 'entry' && isIso(item.at ?? '')));
    const created = itemsOf(last, 'facts').at(-1);
    assert.ok(created?.type === 'fact' && created.isMoment && isIso(created.value));
  });

  function hardwareOf(hardware: object): unknown[] {
    const loading = { state: 'loading' } as const;
    const parts = { health: loading, services: loading, stats: loading, log: loading };
    const content = toServerContent(
      { name: 'shop' },
      { ...parts, hardware: { state: 'there', value: hardware } },
      { t: english, formats: formatsOf('en') },
    );
    return itemsOf(content, 'hardware').map((item) =>
      item.type === 'bar' ? [item.label, item.text] : [item.label, 'value' in item && item.value],
    );
  }

  it('are memory, disk and load of a machine, as far as the service tells them', () => {
    const numbers = { totalMemory: 8, freeMemory: '2', diskTotal: 100, diskFree: 10, loadAvg: 0.5 };
    assert.deepEqual(hardwareOf(numbers), [
      ['Memory', '6 of 8 GB, 75 %'],
      ['Disk', '90 of 100 GB, 90 %: high'],
      ['Processor', '–'],
      ['Cores', '–'],
      ['Load average', '0.5'],
      ['Kernel', '–'],
      ['Running for', '–'],
    ]);
    assert.deepEqual(hardwareOf({ totalMemory: 8, freeMemory: null, diskTotal: 100 }), [
      ['Processor', '–'],
      ['Cores', '–'],
      ['Memory in GB', '8'],
      ['Load average', '–'],
      ['Kernel', '–'],
      ['Running for', '–'],
    ]);
  });

  it('tell moments in both forms of the service, and its words where they are none', () => {
    assert.deepEqual(
      [
        '2024-01-12 09:17:00',
        '2024-01-12T09:17:00.000000Z',
        '2 minutes ago',
        '2024-13-40 09:17:00',
        null,
      ].map((value) => moment('Created', value)),
      [
        { type: 'fact', label: 'Created', value: '2024-01-12T09:17:00Z', isMoment: true },
        { type: 'fact', label: 'Created', value: '2024-01-12T09:17:00.000000Z', isMoment: true },
        { type: 'fact', label: 'Created', value: '2 minutes ago' },
        { type: 'fact', label: 'Created', value: '2024-13-40 09:17:00' },
        { type: 'fact', label: 'Created', value: '–' },
      ],
    );
  });

  it('say in its place what a service does not offer', async () => {
    await world.probe.addFault('404:GET:/api/v3/servers/1/health/latest');
    const last = (await load(reference('server', 1))).at(-1);
    const health = last?.sections.find(({ id }) => id === 'health');
    assert.match(health?.note ?? '', /unsupported/);
    assert.ok(itemsOf(last, 'hardware').length > 0);
  });

  it('are none where the resource itself cannot be read', async () => {
    await assert.rejects(load(reference('waf', 1, 104)), { status: 404 });
  });
});
