import assert from 'node:assert/strict';
import type { PanelContext } from '../../../src/panels/panelKind';
import { certificateOf, domainsSection } from '../../../src/panels/models/webApplicationDomains';
import { findPanelKind } from '../../../src/panels/panelKinds';
import type { ResourceReference } from '../../../src/resources/reference';
import type { FactItem, Item } from '../../../src/pages/model';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { OpenPanel } from '../../support/panelContext';
import { eachTest } from '../../support/eachTest';

const application = { account: 'service', kind: 'webApplication', ids: [1, 101] } as const;
const path = '/api/v3/servers/1/webapps/101';
const minute = 60_000;

describe('The overview of a web application', () => {
  let now: number | undefined;

  const world = eachTest(startActionWorld);
  const panel = eachTest(
    () =>
      new OpenPanel(findPanelKind('webApplication'), application, world, () => now ?? Date.now()),
  );
  beforeEach(() => {
    now = undefined;
  });

  function ids(): string[] {
    return panel.last.sections.map(({ id }) => id);
  }

  function item(id: string, label: string): Item {
    return panel.section(id).items.find((each) => each.label === label) ?? assert.fail(label);
  }

  async function requests(): Promise<string[]> {
    return (await world.probe.requests()).map((each) => `${each.method} ${each.path}`);
  }

  it('is shown immediately, and completed part by part', async () => {
    await panel.load();
    const loading = panel.shown.map(
      ({ sections }) => sections.filter(({ isLoading }) => isLoading).length,
    );
    assert.deepEqual([loading[0], loading.at(-1)], [8, 0]);
    assert.deepEqual(ids(), [
      'domains',
      'sharedSsl',
      'php',
      'settings',
      'gitRepository',
      'cacheConfiguration',
      'waf',
      'details',
      'log',
    ]);
  });

  it('reads each part once, and a certificate for each domain', async () => {
    await panel.load();
    const sent = (await requests()).toSorted();
    const domains = panel.section('domains').table?.rows.length ?? 0;
    assert.ok(domains > 0);
    assert.equal(sent.filter((each) => each.endsWith('/ssl')).length, domains);
    assert.equal(new Set(sent).size, sent.length);
    const others = sent.filter((each) => !each.endsWith('/ssl'));
    assert.deepEqual(others, [
      'GET /api/v3/servers/1/php/version',
      `GET ${path}`,
      `GET ${path}/domains`,
      `GET ${path}/git`,
      `GET ${path}/log`,
      `GET ${path}/platformcache`,
      `GET ${path}/settings`,
      `GET ${path}/ssl/advanced`,
      `GET ${path}/waf`,
    ]);
  });

  it('offers the versions of PHP that its server has', async () => {
    await panel.load();
    const { phpVersion } = await world.probe.call('GET', path);
    const version = item('php', 'PHP version');
    assert.ok(version.type === 'select');
    assert.equal(version.id, 'phpVersion');
    assert.equal(version.value, phpVersion);
    assert.deepEqual(
      version.options.map(({ value, label }) => [value, label]),
      [
        ['php81', 'PHP 8.1'],
        ['php82', 'PHP 8.2'],
        ['php83', 'PHP 8.3'],
        ['php84', 'PHP 8.4'],
      ],
    );
  });

  it('accepts a typed version if the versions of the server are unknown', async () => {
    await world.probe.addFault('403:GET:/api/v3/servers/1/php/version');
    await panel.load();
    assert.equal(item('php', 'PHP version').type, 'text');
  });

  it('shows its limits as numbers of its settings', async () => {
    await panel.load();
    const limits = panel.section('settings').items;
    assert.ok(limits.length > 4);
    for (const limit of limits) {
      assert.ok(limit.type === 'number');
      assert.match(limit.id, /^settings\//);
      assert.ok(limit.description);
    }
  });

  it("shows when each domain's certificate ends", async () => {
    await panel.load();
    const rows = panel.section('domains').table?.rows ?? [];
    const [first] = rows;
    assert.ok(first);
    assert.equal(first.cells[0]?.text, 'shop.example.com');
    assert.match(first.cells[2]?.text ?? '', /^(until|Ends in|Expired)/);
    const [renew] = first.buttons;
    assert.equal(renew?.label, 'Renew');
    assert.equal(panel.last.presses?.[renew.id]?.command, 'renewSsl');
  });

  it('distinguishes an unreadable certificate from none', async () => {
    const { data } = (await world.probe.call('GET', `${path}/domains`)) as unknown as {
      data: { id: number }[];
    };
    const [first, second] = data;
    await world.probe.addFault(`403:GET:${path}/domains/${first?.id}/ssl`);
    await world.probe.addFault(`404:GET:${path}/domains/${second?.id}/ssl`);
    await panel.load();
    const words = (panel.section('domains').table?.rows ?? []).map(({ cells }) => cells[2]?.text);
    assert.deepEqual(words.slice(0, 2), ['unknown', 'No certificate']);
  });

  for (const [certificate, text, tone] of [
    [{ id: 1, method: 'custom' }, 'Expiry unknown', 'quiet'],
    [{ id: 1, validUntil: 'in spring' }, 'in spring', 'quiet'],
    [{ id: 1, validUntil: 4 }, 'Ends in 4 days', 'warning'],
    [{ id: 1, validUntil: -4 }, 'Expired 4 days ago', 'bad'],
    [null, 'No certificate', 'quiet'],
    [undefined, 'Certificate unknown', 'quiet'],
  ] as const) {
    it(`shows the certificate ${JSON.stringify(certificate)} as "${text}"`, async () => {
      await panel.load();
      const days = certificate?.['validUntil' as never] as unknown;
      const at = (end: number): string =>
        new Date(Date.now() + (end + Math.sign(end) / 2) * 86_400_000).toISOString();
      const dated =
        typeof days === 'number' ? { ...certificate, validUntil: at(days) } : certificate;
      const { store } = world.context(new ScriptedPrompts());
      store.replace(
        { ...application, kind: 'sharedSsl' },
        { advancedSSL: false, certificate: dated },
      );
      await panel.redraw();
      const shared = panel
        .section('sharedSsl')
        .items.find(({ label }) => label === 'Shared certificate');
      assert.ok(shared?.type === 'fact');
      assert.deepEqual([shared.value, shared.tone], [text, tone]);
      if (!certificate) return;
      const found = { store: { find: () => dated } } as unknown as PanelContext;
      const { table } = domainsSection(
        panel.section('domains'),
        [{ id: 1 }],
        application,
        {
          now: () => Date.now(),
          certificateOf: (domain) => certificateOf(found, application, domain),
          domainCount: 1,
        },
        {},
      );
      const cell = table?.rows[0]?.cells[2];
      assert.deepEqual([cell?.text, cell?.tone], [text, tone]);
    });
  }

  for (const [domainCount, words] of [
    [23, '10 of 23 shown.'],
    [undefined, '10 of ? shown.'],
  ] as const) {
    it(`says how many domains it shows: ${words}`, () => {
      const first = Array.from({ length: 20 }, (_, id) => ({ id }));
      const outdated = { id: 'domains', title: 'Domains', items: [], note: 'Not up to date.' };
      const context = { now: () => 0, certificateOf: () => undefined, domainCount };
      const { note } = domainsSection(outdated, first, application, context, {});
      assert.equal(note, `Not up to date. ${words}`);
    });
  }

  it("doesn't count the domains of an empty list", () => {
    const context = { now: () => 0, certificateOf: () => undefined, domainCount: undefined };
    const domains = { id: 'domains', title: 'Domains', items: [] };
    const { note, empty } = domainsSection(domains, [], application, context, {});
    assert.deepEqual([note, empty], [undefined, 'No domains.']);
  });

  it('says the units of limits', async () => {
    await panel.load();
    const labels = panel.section('settings').items.map(({ label }) => label);
    assert.deepEqual(labels, [
      'Memory limit (MB)',
      'Max execution time (seconds)',
      'Max input time (seconds)',
      'Max input variables',
      'Max POST size (MB)',
      'Max upload size (MB)',
    ]);
  });

  const parts = [
    ['settings', 'settings', 'Limits'],
    ['gitRepository', 'git', 'Git'],
    ['log', 'log', 'Recent Events'],
  ] as const;

  for (const [name, ending, title] of parts) {
    it(`omits parts that the service doesn't offer, and says so: ${name}`, async () => {
      await world.probe.addFault(`404:GET:${path}/${ending}`);
      await panel.load();
      assert.ok(!ids().includes(name));
      assert.equal(panel.section('details').note, `Not offered by this service: ${title}`);
    });

    it(`shows the other parts if one fails: ${name}`, async () => {
      await world.probe.addFault(`403:GET:${path}/${ending}`);
      await panel.load();
      assert.match(panel.section(name).note ?? '', /403/);
      assert.equal(panel.section('details').note, undefined);
      const failed = panel.last.sections.filter(({ note }) => note !== undefined);
      assert.deepEqual(
        failed.map(({ id }) => id),
        [name],
      );
    });
  }

  it('shows the mode of certificates and how long a shared one is valid, and can change the mode', async () => {
    const shared = { ...application, ids: [3, 303] };
    await panel.load(shared);
    const words = panel
      .section('sharedSsl')
      .items.map((each) => ('value' in each ? String(each.value) : each.label));
    assert.equal(words[0], 'Basic mode, one for all domains');
    assert.match(words[1] ?? '', /^until \w{3} \d{1,2}, \d{4}$/);
    const { target } = panel.last.presses?.['changeSslMode'] ?? assert.fail();
    assert.deepEqual(target, { ...shared, kind: 'sharedSsl' });
  });

  it('follows a change of the mode, without a request', async () => {
    await panel.load();
    const reference = { ...application, kind: 'sharedSsl' } as const;
    await world.probe.call('POST', `${path}/ssl/advanced`, { advancedSSL: true });
    await panel.context.store.read(reference);
    await world.probe.forgetRequests();
    await panel.redraw();
    assert.deepEqual(await requests(), []);
    const mode = item('sharedSsl', 'Certificate mode') as { value: string };
    assert.equal(mode.value, 'Advanced mode, one for each domain');
  });

  it('offers to set up a firewall if there is none', async () => {
    await world.probe.addFault(`404:GET:${path}/waf`);
    await panel.load();
    const { empty, items, buttons } = panel.section('waf');
    assert.deepEqual([empty, items.length], ['Not set up.', 0]);
    assert.ok(!('openWaf' in (panel.last.presses ?? {})), 'a page can only press shown buttons');
    assert.deepEqual(
      buttons?.map(({ id }) => id),
      ['createWaf'],
    );
  });

  it('deploys the repository, and not the web application', async () => {
    const { git } = await findWithGit();
    await panel.load(git);
    const labels = panel.section('gitRepository').buttons?.map(({ label }) => label);
    assert.equal(labels?.[0], 'Deploy');
    const { target } = panel.last.presses?.['deployRepository'] ?? assert.fail();
    assert.deepEqual(target, { ...git, kind: 'gitRepository' });
    assert.notEqual((item('gitRepository', 'Branch') as { value: string }).value, '–');
  });

  it('follows changes made elsewhere to its parts, without a request', async () => {
    await panel.load();
    const waf = { ...application, kind: 'waf' } as const;
    const before = item('waf', 'Status');
    await world.probe.call('PATCH', `${path}/waf`, { isEnabled: false });
    await panel.context.store.read(waf);
    await world.probe.forgetRequests();
    const { account, ids: parents } = application;
    const change = { collection: { account, kind: 'waf', parents }, resource: waf } as const;
    assert.ok(panel.reader.dependsOn?.(change, application));
    assert.ok(
      !panel.reader.dependsOn?.(
        { collection: { account, kind: 'waf', parents: [1, 102] } },
        application,
      ),
    );
    await panel.redraw();
    assert.deepEqual(await requests(), []);
    const states = [before, item('waf', 'Status')].map((each) => (each as FactItem).value);
    assert.deepEqual(states, ['on', 'off']);
  });

  it('only reads what it may have changed after a save', async () => {
    await panel.load();
    await world.probe.forgetRequests();
    await panel.reader.loadSaved?.(panel.drawing());
    assert.deepEqual((await requests()).toSorted(), [`GET ${path}`, `GET ${path}/settings`]);
    assert.ok(panel.section('settings').items.length > 0);
  });

  it('samples only its log', async () => {
    await panel.load();
    await world.probe.forgetRequests();
    now = Date.now() + minute;
    await panel.sample();
    assert.deepEqual(await requests(), [`GET ${path}/log`]);
  });

  /** A web application with a repository of its own. */
  async function findWithGit(): Promise<{ git: ResourceReference }> {
    const list = (await world.probe.call('GET', '/api/v3/servers/1/webapps')) as unknown as {
      data: { id: number }[];
    };
    for (const { id } of list.data) {
      const answer = await world.probe
        .call('GET', `/api/v3/servers/1/webapps/${id}/git`)
        .catch(() => undefined);
      if (answer?.['id'] !== undefined) {
        return { git: { account: 'service', kind: 'webApplication', ids: [1, id] } };
      }
    }
    return assert.fail('no repository');
  }
});
