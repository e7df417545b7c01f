import { unseenFirewall } from '../support/panelContext';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { findPanelKind } from '../../src/panels/panelKinds';
import type { PanelContent } from '../../src/panels/panelKind';
import type { KindId } from '../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../src/resources/reference';
import { runCommand } from '../../src/ui/commands/runCommand';
import { assertEvery } from '../support/assertEvery';
import { eachTest } from '../support/eachTest';
import { type AccountWindow, openAccountWindow } from '../support/host/accountWindow';
import { type Row, allRows } from '../support/host/hostWindow';
import { recordAnswers } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { TestBox } from '../support/host/testBox';

const account = 'example';
const shop = { account, kind: 'server', ids: [1] } as const;

/** The rows of a list, as a person sees them. */
async function rowsOf(
  { services: { explorer } }: AccountWindow,
  kind: KindId,
  ...parents: readonly number[]
): Promise<readonly string[]> {
  const tree = kind === 'canvas' || kind === 'integration' ? explorer.account : explorer.servers;
  const reference = { account, kind, parents };
  const rows = await tree.getChildren({ type: 'collection', reference });
  return rows.map((row) => {
    const { label = '', description = '' } = tree.getTreeItem(row);
    return `${typeof label === 'string' ? label : label.label} | ${description}`;
  });
}

/** What the overview of a server shows once everything is read. */
async function overviewOf({ services }: AccountWindow): Promise<PanelContent | undefined> {
  const shown: PanelContent[] = [];
  const { explorer, client, store } = services;
  const nameOf = (each: ResourceReference) => explorer.describe(each).label;
  const context = {
    client,
    store,
    nameOf,
    describeError: String,
    now: () => Date.now(),
    firewall: unseenFirewall,
  };
  const { signal } = new AbortController();
  const show = (content: PanelContent) => shown.push(content);
  await findPanelKind('server')
    ?.open()
    .load({ ...context, reference: shop, show, signal });
  return shown.at(-1);
}

async function paths({ probe }: AccountWindow): Promise<readonly string[]> {
  return (await probe.requests()).map(({ path }) => path);
}

describe('a service with only the documented endpoints', () => {
  const answers: string[] = [];
  let restore: () => void;

  const window = eachTest(() => openAccountWindow({}, { profile: 'documented' }));

  beforeEach(() => {
    restore = replaceMember(vscode.window, 'createInputBox', () => {
      const box = new TestBox();
      return Object.assign(box, {
        show: () => {
          box.type(answers.shift() ?? assert.fail(`no answer to ${box.prompt}`));
          queueMicrotask(() => box.enter());
        },
      });
    });
  });

  afterEach(() => {
    restore();
    answers.length = 0;
  });

  /** Clicks the row that adds a resource to a list. */
  async function add(kind: KindId, parents: readonly number[], id: string, name: string) {
    answers.push(id, name);
    const place = { account, kind, parents };
    await runCommand('serverManagement.goToResource', window.services, [place]);
    assert.deepEqual(answers, []);
  }

  it('has rows for what is added by its id, and for everything below it', async () => {
    const { servers, account: others } = window.services.explorer;
    const [first] = await servers.getChildren();
    const item = servers.getTreeItem(first ?? assert.fail('no row'));
    assert.equal(item.label, 'Add Server by ID…');
    assert.equal(item.command?.command, 'serverManagement.goToResource');
    assert.deepEqual(item.command.arguments, [{ account, kind: 'server', parents: [] }]);
    await add('server', [], '1', 'Shop');
    const rows = await servers.getChildren();
    assert.deepEqual(
      rows.map((row) => servers.getTreeItem(row).label),
      ['Shop', 'Add Server by ID…'],
    );
    const below = await servers.getChildren(rows[0]);
    assert.deepEqual(
      below.map((row) => servers.getTreeItem(row).label),
      [
        'Web Applications',
        'Cron Jobs',
        'Supervisor Jobs',
        'Firewall Rules',
        'SSH Settings',
        'System Users',
        'Database Users',
      ],
    );
    const applications = { account, kind: 'webApplication', parents: [1] } as const;
    await servers.getChildren({ type: 'collection', reference: applications });
    await add('webApplication', [1], '101', 'storefront');
    const [application] = await servers.getChildren({
      type: 'collection',
      reference: applications,
    });
    const parts = await servers.getChildren(application);
    assert.ok(parts.some((row) => servers.getTreeItem(row).label === 'Cache Configuration'));
    await allRows(others);
    await add('canvas', [], '1', 'Blog');
    await add('integration', [], '1', 'Backups');
    const labels = (await allRows(others)).map(({ item }) => item.label);
    for (const label of ['Blog', 'Backups']) assert.ok(labels.includes(label), label);
  });

  it('remembers what is created, and says what is unknown about it', async () => {
    const { services } = window;
    const recorded = recordAnswers();
    const rules = () => rowsOf(window, 'firewallRule', 1);
    const jobs = () => rowsOf(window, 'supervisorJob', 1);
    // The lists are refused before anything is created.
    await Promise.all([rules(), jobs()]);
    const place = { account, kind: 'firewallRule', parents: [1] };
    const rule = { type: 'rich', port: 8080, protocol: 'tcp', ipAddress: '192.0.2.0/24' };
    const values = { ...rule, firewallAction: 'accept' };
    await runCommand('serverManagement.createFirewallRule', services, [place, { values }]);
    const draft = await services.drafts.start({ account, kind: 'supervisorJob', parents: [1] });
    const content = JSON.parse(services.drafts.read(draft)) as object;
    const filled = { ...content, label: 'Queue', username: 'webmaster', command: 'sleep 60' };
    await services.drafts.write(draft, JSON.stringify(filled), false);
    recorded.restore();
    const [reminder = '', created = ''] = await rules();
    assert.match(reminder, /^Deployment unknown/);
    assert.match(created, /^TCP 8080.*can't be read/);
    assert.match((await jobs())[0] ?? '', /^Queue .*can't be read/);
  });

  it('shows the overview of a server with the available data', async () => {
    const { title, sections } = (await overviewOf(window)) ?? assert.fail('no overview');
    assert.deepEqual(
      [title, sections.at(-1)?.note],
      [
        'Server 1',
        'Not offered by this service: Health report, Processor, Services, Counts, Web Applications, Firewall, Recent Events',
      ],
    );
  });
});

describe('a service with only v2', () => {
  const basic = { key: 'legacy-key', secret: 'legacy-secret' };
  const window = eachTest(() =>
    openAccountWindow({ credentials: { kind: 'basic', ...basic } }, { profile: 'legacy', basic }),
  );

  it('never gets a request in v3, from the rows to a deletion', async () => {
    const { services } = window;
    const cronJobs = { account, kind: 'cronJob', parents: [1] } as const;
    const values = { label: 'Tidy up', username: 'reports', command: 'tidy', time: '0 * * * *' };
    await runCommand('serverManagement.createCronJob', services, [cronJobs, { values }]);
    const { items } = await services.store.all(cronJobs);
    const id = items.find(({ label }) => label === 'Tidy up')?.['id'];
    const job = { account, kind: 'cronJob', ids: [1, Number(id)] };
    const restore = replaceMember(
      vscode.window,
      'showWarningMessage',
      (...texts: readonly unknown[]) => Promise.resolve(texts.at(-1)),
    );
    await runCommand('serverManagement.delete', services, [job]);
    restore();
    assert.deepEqual(
      (await rowsOf(window, 'cronJob', 1)).filter((row) => row.startsWith('Tidy up')),
      [],
    );
    const { title } = (await overviewOf(window)) ?? assert.fail('no overview');
    assert.equal(title, 'shop-frankfurt');
    assertEvery(await paths(window), (path) => path.startsWith('/api/v2/'));
  });
});

describe('a service with unusual answers', () => {
  const window = eachTest(() => openAccountWindow({}, { profile: 'odd' }));

  it('shows all servers, and reports an unexpected provider on its row', async () => {
    const { servers } = window.services.explorer;
    const rows = await allRows(servers, () => false);
    assert.equal(rows.length, 8);
    const isOdd = ({ item }: Row): boolean => String(item.description).includes('Unexpected: ');
    const [odd = assert.fail('no row'), ...others] = rows.filter(isOdd);
    assert.deepEqual([odd.item.label, others], ['full-disk-seoul', []]);
    assert.match(String(odd.item.description), /^Unexpected: provider · /);
    const { token } = new vscode.CancellationTokenSource();
    const { tooltip } = await servers.resolveTreeItem(odd.item, odd.node, token);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.match(tooltip.value.replaceAll('\\', ''), /\{"code":/);
    const { sections } = (await overviewOf(window)) ?? assert.fail('no overview');
    assert.ok(sections.some(({ title }) => title === 'Recent Events'));
  });
});
