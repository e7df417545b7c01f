import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { OpenPanel } from '../../support/panelContext';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { formats } from '../../../src/base/l10n';
import { nameLevel } from '../../../src/resources/kinds/logEntry';
import type { PanelContext } from '../../../src/panels/panelKind';
import { findPanelKind } from '../../../src/panels/panelKinds';
import { assertEvery } from '../../support/assertEvery';
import { inLanguage } from '../../support/languages/inLanguage';
import { eachTest } from '../../support/eachTest';

const server = { account: 'service', kind: 'server', ids: [1] } as const;
const applications = { account: 'service', kind: 'webApplication', parents: [1] } as const;
const [start, minute] = [Date.UTC(2026, 5, 1, 10), 60_000];

describe('The overview of a server', () => {
  let now: number;

  const world = eachTest(startActionWorld);
  const panel = eachTest(() => new OpenPanel(findPanelKind('server'), server, world, () => now));
  beforeEach(() => {
    now = start;
  });

  async function requests(): Promise<string[]> {
    return (await world.probe.requests()).map(({ method, path }) => `${method} ${path}`);
  }

  /** Loads it with another answer in place of the service's. */
  async function loadWith(part: string, answer: unknown): Promise<void> {
    const { client } = panel.context;
    const perform: typeof client.perform = (target, endpoint, ...rest) =>
      endpoint.path.endsWith(part)
        ? Promise.resolve(answer)
        : client.perform(target, endpoint, ...rest);
    panel.context = {
      ...panel.context,
      client: {
        ...client,
        read: client.read.bind(client),
        page: client.page.bind(client),
        perform,
      },
    };
    await panel.load();
  }

  it('appears immediately, and is completed part by part', async () => {
    await panel.load();
    const loading = panel.shown.map(
      ({ sections }) => sections.filter(({ isLoading }) => isLoading).length,
    );
    assert.deepEqual([loading[0], loading.at(-1)], [6, 0]);
  });

  it('starts with its state, address, provider and uptime', async () => {
    await panel.load();
    const { state, summary, presses } = panel.last;
    assert.deepEqual(state, { text: 'online', tone: 'good' });
    assert.deepEqual(
      summary?.map(({ label, button }) => [label, button?.label]),
      [
        ['Address', 'Copy…'],
        ['Provider', undefined],
        ['Uptime', undefined],
      ],
    );
    assertEvery(summary, ({ value }) => value !== '–');
    assert.deepEqual(presses?.['copy'], { command: 'copy', target: server });
  });

  it('shows memory, disk and load first, each once', async () => {
    await panel.load();
    assert.equal(panel.last.sections[0]?.id, 'health');
    const labels = panel.last.sections
      .flatMap(({ items }) => items.map(({ label }) => label))
      .filter((label) => /memory|disk|load/i.test(label));
    assert.deepEqual(labels, ['Memory', 'Disk', 'Load average']);
    const [memory] = panel.section('health').items;
    assert.ok(memory?.type === 'bar');
    assert.match(memory.text, /^5.9 of 8 GB, 74%$/);
  });

  it("uses the machine's data if there's no health report", async () => {
    await world.probe.addFault('404:GET:/api/v3/servers/1/health/latest');
    await panel.load();
    const { note, items } = panel.section('health');
    assert.equal(note, undefined);
    assert.equal(panel.section('facts').note, 'Not offered by this service: Health report');
    assert.deepEqual(
      items.map(({ type, label }) => [type, label]),
      [
        ['bar', 'Memory'],
        ['bar', 'Disk'],
        ['bar', 'Load average'],
      ],
    );
  });

  it('leads to its web applications, and says how many it shows', async () => {
    await panel.load();
    const [first] = panel.rows('webApplications');
    assert.deepEqual(
      first?.cells.map(({ text }) => text),
      ['storefront', 'PHP 8.3'],
    );
    assert.deepEqual(panel.last.presses?.[first?.cells[0]?.button ?? ''], {
      command: 'openOverview',
      target: { account: 'service', kind: 'webApplication', ids: [1, 101] },
    });
    assert.equal(panel.section('webApplications').note, undefined);
    const { client } = world.context(new ScriptedPrompts());
    panel.context = {
      ...panel.context,
      client: {
        ...panel.context.client,
        read: client.read.bind(client),
        perform: client.perform.bind(client),
        page: async (...given) => ({ ...(await client.page(...given)), total: 63 }),
      },
    };
    await panel.load();
    assert.equal(panel.section('webApplications').note, '4 of 63 shown.');
  });

  it("says in one line what the service doesn't offer", async () => {
    const parts = 'health/latest hardwareinfo services stats webapps security/firewalls logs';
    for (const part of parts.split(' ')) {
      await world.probe.addFault(`404:GET:/api/v3/servers/1/${part}`);
    }
    await panel.load();
    const sections = panel.last.sections ?? [];
    assert.deepEqual(
      sections.map(({ id, note }) => [id, note]),
      [
        ['stats', undefined],
        ['certificates', undefined],
        [
          'facts',
          'Not offered by this service: Health report, Processor, Services, Counts, Web Applications, Firewall, Recent Events',
        ],
      ],
    );
    assert.doesNotMatch(JSON.stringify(sections), /404|unsupported/);
    assert.deepEqual(panel.last.state, { text: 'online', tone: 'good' });
  });

  for (const [health, expected] of [
    [
      { usedMemory: 9, totalMemory: 10, loadAverage: 1 },
      [
        ['Memory', '9 of 10 MB, 90%: high'],
        ['Load average', '1 on 4 cores'],
      ],
    ],
    [{ usedMemory: '512', totalMemory: '1024' }, [['Memory', '512 of 1,024 MB, 50%']]],
    [{ usedDiskSpace: 20_480, totalDiskSpace: 40_960 }, [['Disk', '20 of 40 GB, 50%']]],
    [{ usedMemory: 5, totalMemory: 0, loadAverage: '0.1 0.2' }, [['Load average', '0.1 0.2']]],
  ] as const) {
    it(`describes usage in ${JSON.stringify(health)}`, async () => {
      await loadWith('/health/latest', health);
      const used = panel
        .section('health')
        .items.flatMap((item) =>
          item.type === 'bar'
            ? [[item.label, item.text]]
            : item.type === 'fact' && item.label !== 'Last report'
              ? [[item.label, item.value]]
              : [],
        );
      assert.deepEqual(used, expected);
    });
  }

  it('shows who can reach which ports: now, after deploying, and with pending changes', async () => {
    const staged = {
      added: [
        {
          type: 'rich',
          port: 22,
          protocol: 'tcp',
          ipAddress: '203.0.113.0/24',
          firewallAction: 'reject',
        },
      ],
      removed: [102],
    };
    panel.context = {
      ...panel.context,
      firewall: { ...panel.context.firewall, staged: () => staged },
    };
    await panel.load();
    const { table, note } = panel.section('firewall');
    assert.deepEqual(table?.columns, [
      'Port',
      'Addresses',
      'Now',
      'After deploying',
      'With pending changes',
    ]);
    const texts = table.rows.map(({ cells }) => cells.map(({ text }) => text).join(' | '));
    assert.deepEqual(texts.slice(0, 4), [
      'TCP 22 (SSH) | IPv4 | not known | everyone | 203.0.113.0/24 not known, others allowed',
      'TCP 22 (SSH) | IPv6 | not known | everyone | everyone',
      'TCP 80 | IPv4, IPv6 | not known | everyone | no rule',
      'TCP 443 | IPv4, IPv6 | not known | everyone | everyone',
    ]);
    assert.equal(texts.at(-1), 'All other ports | IPv4, IPv6 | not known | no rule | no rule');
    assert.match(note ?? '', /^Now: not known\. The service doesn't tell .* may block more\.$/);
  });

  it('says whether one address can reach a port, and by which rule', async () => {
    const answers = async (typed: string): Promise<unknown> => {
      panel.reader.ask?.(typed);
      await panel.redraw();
      return panel.section('firewall').items.map(({ label, ...item }) => {
        return `${label}: ${'value' in item ? item.value : ''}`;
      });
    };
    await panel.load();
    assert.deepEqual(await answers('203.0.113.45 8080'), [
      'Now: not known',
      'After deploying: Blocked by TCP 8000-8999 · reject · 203.0.113.45',
    ]);
    assert.match(String(await answers('2001:db8:10::1 53/udp')), /Allowed by UDP 53 · accept/);
    assert.match(String(await answers('203.0.113.45 9000')), /Not known: no rule is about it/);
    assert.match(
      String(await answers('office 22')),
      /^Answer: Type an address and a port, such as/,
    );
    assert.deepEqual(await answers(''), []);
  });

  it('samples with two requests, and shows the samples since it was opened', async () => {
    await panel.load();
    const before = (await requests()).length;
    for (const [at, usedMemory] of [
      [1, 6_144],
      [2, 7_168],
    ] as const) {
      const { client } = panel.context;
      const health = { usedMemory, totalMemory: 8_192, usedDiskSpace: 1, totalDiskSpace: 2 };
      const answered: PanelContext['client']['perform'] = async (...parameters) => ({
        ...((await client.perform(...parameters)) as object),
        ...health,
      });
      now = start + at * minute;
      await panel.reader.sample?.({ ...panel.drawing(), client: { ...client, perform: answered } });
    }
    const sampled = (await requests()).slice(before).toSorted();
    assert.deepEqual(sampled, [
      'GET /api/v3/servers/1/health/latest',
      'GET /api/v3/servers/1/health/latest',
      'GET /api/v3/servers/1/services',
      'GET /api/v3/servers/1/services',
    ]);
    const [memory] = panel.section('health').items;
    assert.ok(memory?.type === 'bar' && memory.trend);
    assert.equal(memory.trend.shares.length, 3);
    const since = formats.time(start);
    assert.equal(memory.trend.text, `74%–88% since ${since}`);
  });

  it("keeps its data if a sample fails, but says that it isn't up to date", async () => {
    await panel.load();
    const items = JSON.stringify(panel.section('health').items);
    await world.probe.addFault('403:GET:/api/v3/servers/1/health/latest');
    await world.probe.addFault('403:GET:/api/v3/servers/1/services');
    for (let count = 0; count < 3; count += 1) {
      await panel.sample();
    }
    assert.equal(JSON.stringify(panel.section('health').items), items);
    assert.ok(panel.rows('services').length > 0);
    for (const id of ['health', 'services'])
      assert.match(panel.section(id).note ?? '', /^Not up to date/);
    assert.deepEqual(panel.last.state, { text: 'unknown', tone: 'quiet' });
    await world.probe.clearFaults();
    await panel.sample();
    assert.deepEqual(
      [panel.section('health').note, panel.section('services').note],
      [undefined, undefined],
    );
    assert.deepEqual(panel.last.state, { text: 'online', tone: 'good' });
  });

  it("doesn't request refused health or services, or others' refused lists, at each sample", async () => {
    const { store } = panel.context;
    const other = { account: 'service', kind: 'database', parents: [2] } as const;
    await world.probe.addFault('404:GET:/api/v3/servers/2/databases');
    await world.probe.addFault('404:GET:/api/v3/servers/1/services');
    await world.probe.addFault('404:GET:/api/v3/servers/1/health/latest');
    await assert.rejects(store.list(other));
    await panel.load();
    const before = (await requests()).length;
    await panel.sample();
    await assert.rejects(store.list(other));
    assert.deepEqual((await requests()).slice(before), []);
    await world.probe.clearFaults();
    await panel.load();
    assert.deepEqual(panel.section('health').note, undefined);
  });

  for (const path of [
    '/api/v3/servers/1/webapps',
    '/api/v3/servers/1/webapps/*/domains',
    '/api/v3/servers/1/webapps/*/domains/*/ssl',
  ]) {
    it(`doesn't say that there are no certificates if ${path} is refused`, async () => {
      await world.probe.addFault(`403:GET:${path}`);
      await panel.load();
      await panel.reader.handlers?.['checkCertificates']?.(panel.drawing());
      const { note, empty } = panel.section('certificates');
      assert.match(note ?? '', /^\d+ couldn't be read: .*403/);
      assert.notEqual(empty, 'No domain has a certificate.');
    });
  }

  it('names a certificate of an earlier session by its domain, whose list is read once', async () => {
    const { store } = world.context(new ScriptedPrompts());
    const known = { account: 'service', kind: 'ssl', ids: [1, 101, 101] } as const;
    store.replace(known, { id: 5, method: 'custom', validUntil: 'in spring' });
    await panel.load();
    await panel.redraw();
    const [row] = panel.rows('certificates');
    assert.equal(row?.cells[0]?.text, 'shop.example.com');
    const lists = (await requests()).filter((each) => each.endsWith('/webapps/101/domains'));
    assert.equal(lists.length, 1);
  });

  it('handles refused web applications while it reads names of certificates', async () => {
    const { store } = world.context(new ScriptedPrompts());
    const known = { account: 'service', kind: 'ssl', ids: [1, 101, 101] } as const;
    store.replace(known, { id: 5, method: 'custom', validUntil: 'in spring' });
    await world.probe.addFault('403:GET:/api/v3/servers/1/webapps');
    await world.probe.addFault('latency=100:GET:/api/v3/servers/1/webapps/101/domains');
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    await panel.load();
    process.off('unhandledRejection', note);
    assert.deepEqual(unhandled, []);
    assert.match(panel.section('webApplications').note ?? '', /403/);
  });

  it('lists certificates that domains share, and those whose end is unknown', async () => {
    await panel.load();
    const { store } = world.context(new ScriptedPrompts());
    const undated = { account: 'service', kind: 'ssl', ids: [1, 11, 999] } as const;
    store.replace(undated, { id: 5, method: 'custom', validUntil: 'in spring' });
    store.replace(
      { ...undated, kind: 'sharedSsl', ids: [1, 11] },
      {
        advancedSSL: false,
        certificate: { id: 6, validUntil: new Date(Date.now() + 90 * 86_400_000).toISOString() },
      },
    );
    await panel.redraw();
    const texts = panel.rows('certificates').map(({ cells }) => cells.map(({ text }) => text));
    assert.match(
      texts[0]?.join() ?? '',
      /^Web application 11 \(name not loaded\) \(shared\),until /,
    );
    assert.deepEqual(texts[1], ['Domain 999 (name not loaded)', 'in spring']);
  });

  it("offers the actions that each service's state allows, and follows the store", async () => {
    await panel.load();
    const services = (): unknown[] =>
      panel
        .rows('services')
        .slice(0, 1)
        .map(({ cells, buttons }) => [
          cells[0]?.text,
          cells[1],
          cells[4]?.text,
          buttons.map(({ id, label, about }) => [id, label, about]),
        ]);
    const running = [
      ['service/nginx/restartService', 'Restart', 'NGINX'],
      ['service/nginx/stopService', 'Stop', 'NGINX'],
    ];
    assert.deepEqual(services(), [['NGINX', { text: 'running', tone: 'good' }, '0.4%', running]]);
    const nginx = { account: 'service', kind: 'service', ids: [1, 'nginx'] } as const;
    assert.deepEqual(panel.last.presses?.['service/nginx/stopService'], {
      command: 'stopService',
      target: nginx,
    });
    const { store } = world.context(new ScriptedPrompts());
    const before = (await requests()).length;
    store.replace(nginx, { ...store.find(nginx), running: false });
    const collection = { account: 'service', kind: 'service', parents: [1] } as const;
    assert.ok(panel.reader.dependsOn?.({ collection }, server));
    assert.ok(!panel.reader.dependsOn?.({ collection: { ...collection, parents: [2] } }, server));
    await panel.redraw();
    assert.deepEqual(services(), [
      [
        'NGINX',
        { text: 'stopped', tone: 'bad' },
        '0.4%',
        [
          ['service/nginx/startService', 'Start', 'NGINX'],
          ['service/nginx/restartService', 'Restart', 'NGINX'],
        ],
      ],
    ]);
    assert.equal((await requests()).length, before);
  });

  it('has counts that lead to the counted rows', async () => {
    // Each has another value, so that no two can be mistaken for one another.
    await loadWith('/stats', {
      stats: { webApplication: 4, database: 3, cronJob: 5, supervisor: 7 },
    });
    assert.deepEqual(
      panel
        .section('stats')
        .items.map((item) => item.type === 'count' && [item.label, item.value, item.button.id]),
      [
        ['Web Applications', '4', 'count/webApplication'],
        ['Databases', '3', 'count/database'],
        ['Cron Jobs', '5', 'count/cronJob'],
        ['Supervisor Jobs', '7', 'count/supervisorJob'],
      ],
    );
    const cronJobs = { account: 'service', kind: 'cronJob', parents: [1] };
    assert.deepEqual(panel.last.presses?.['count/cronJob'], {
      command: 'revealInTree',
      target: cronJobs,
    });
  });

  it('distinguishes warnings from other events', async () => {
    await panel.load();
    const levels = new Map(panel.rows('log').map(({ cells }) => [cells[1]?.text, cells[1]?.tone]));
    assert.equal(levels.get('Warning'), 'warning');
    assert.equal(levels.get('Info'), 'quiet');
    assertEvery(panel.rows('log'), ({ cells }) => cells[2]?.at !== undefined);
  });

  it('names the levels of events in the language of the person', () =>
    inLanguage('de', { Info: 'Information' }, () => {
      assert.equal(nameLevel('Info'), 'Information');
      assert.equal(nameLevel('Debug'), 'Debug');
    }));

  it('reads no certificates until requested, and then lists those that expire first', async () => {
    await panel.load();
    assert.equal(panel.section('certificates').empty, 'Not checked yet.');
    const asked = async (): Promise<string[]> =>
      (await requests()).filter((request) => /domains/.test(request));
    assert.deepEqual(await asked(), []);
    await panel.reader.handlers?.['checkCertificates']?.(panel.drawing());
    const ends = panel.rows('certificates').map(({ cells }) => cells[1]?.order ?? 0);
    assert.ok(ends.length > 2);
    assert.deepEqual(
      ends,
      ends.toSorted((one, other) => one - other),
    );
    const domains = (await asked()).filter((request) => request.endsWith('/ssl')).length;
    const all = domains + (panel.context.store.peek(applications)?.items.length ?? 0);
    const notes = panel.shown.flatMap(({ sections }) =>
      sections.flatMap(({ id, note }) => (id === 'certificates' && note ? [note] : [])),
    );
    assert.equal(notes.at(-1), `Checking… ${all} of ${all}`);
    assert.equal(panel.section('certificates').note, undefined);
  });
});
