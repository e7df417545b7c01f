import assert from 'node:assert/strict';
import { OpenPanel } from '../../support/panelContext';
import { startActionWorld } from '../../support/actions/actionWorld';
import type { ResourceReference } from '../../../src/resources/reference';
import type { PanelContent } from '../../../src/panels/panelKind';
import { findPanelKind } from '../../../src/panels/panelKinds';
import { toCanvasContent } from '../../../src/panels/models/canvas';
import { moment } from '../../../src/panels/models/parts';
import { toWafContent } from '../../../src/panels/models/waf';
import { allTests } from '../../support/eachTest';

function reference(kind: ResourceReference['kind'], ...ids: number[]): ResourceReference {
  return { account: 'service', kind, ids };
}

describe('Contents of panels', () => {
  const world = allTests(startActionWorld);

  afterEach(() => world.probe.clearFaults());

  async function load(target: ResourceReference): Promise<PanelContent[]> {
    const panel = new OpenPanel(findPanelKind(target.kind), target, world, () => 0);
    await panel.load();
    return panel.shown;
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
      toggle: { id: `themes/data/${idOf('themes')}/activate`, label: 'Active', value: true },
    });
    assert.deepEqual(itemsOf(content, 'customPlugins'), [
      {
        type: 'entry',
        label: 'House Style',
        detail: 'https://downloads.example.com/house-style.zip',
        link: 'https://downloads.example.com/house-style.zip',
        toggle: {
          id: `customPlugins/data/${idOf('customPlugins')}/activate`,
          label: 'Active',
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
      itemsOf(content, 'exclusions').map((item) => 'id' in item && [item.id, item.label]),
      [
        ['rulesExclusion/drupal', 'Drupal'],
        ['rulesExclusion/wordpress', 'WordPress'],
        ['rulesExclusion/next_cloud', 'Nextcloud'],
        ['rulesExclusion/docu_wiki', 'DokuWiki'],
        ['rulesExclusion/xen_foro', 'XenForo'],
        ['rulesExclusion/magento', 'Magento'],
      ],
    );
  });

  it('keep an unknown paranoia level and unknown exclusions', () => {
    const content = toWafContent({ paranoia: 9, rulesExclusion: { new_one: true } });
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

  it("show what the service doesn't say as not set, and not as off", () => {
    const waf = toWafContent({ rulesExclusion: { magento: null, drupal: false } });
    const shown = [...itemsOf(waf, 'protection'), ...itemsOf(waf, 'exclusions')].flatMap((item) =>
      item.type === 'switch' ? [[item.id, item.value]] : [],
    );
    assert.deepEqual(shown, [
      ['isEnabled', null],
      ['rulesExclusion/magento', null],
      ['rulesExclusion/drupal', false],
    ]);
    const canvas = toCanvasContent({ plugins: { data: [{ id: 3, name: 'Shop' }] } });
    const [plugin] = itemsOf(canvas, 'plugins');
    assert.ok(plugin?.type === 'entry');
    assert.equal(plugin.toggle?.value, null);
    const flags = itemsOf(canvas, 'cleaning').map((item) => 'value' in item && item.value);
    assert.ok(flags.length > 0 && flags.every((value) => value === null));
  });

  it("show a text that can't be shown in full as read-only", () => {
    const long = 'x'.repeat(10_000);
    const settings = { language: 'en\u202e', timezone: long, permalinkCustom: null };
    const content = toCanvasContent({ settings });
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
        ['switch', null],
        ['switch', null],
      ],
    );
  });

  it('contain no credentials of a cache', async () => {
    const contents = await load(reference('cacheConfiguration', 1, 101));
    const text = JSON.stringify(contents);
    assert.ok(!text.includes('FAKE-SECRET'));
    assert.match(text, /"type":"secret","id":"apiKey"/);
  });

  it("parse both date formats of the service, and show its words if they aren't dates", () => {
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

  it("fail if the resource itself can't be read", async () => {
    await assert.rejects(load(reference('waf', 1, 104)), { status: 404 });
  });
});
