import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { goToResource } from '../../src/ui/prompts/pickers/goToResource';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { TestPick } from '../support/host/testPick';
import { recordFor } from '../support/accountRecord';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

describe('Go to Resource', () => {
  let pick: TestPick;
  let restore: () => void;
  let chosen: ReturnType<typeof goToResource>;

  const window = eachTest(() =>
    openAccountWindow({ id: 'one', label: 'One', environment: 'staging' }, { servers: 60 }),
  );
  beforeEach(async () => {
    // The first page, as the view shows it.
    await window.services.explorer.servers.getChildren();
    await window.probe.forgetRequests();
    pick = new TestPick();
    restore = replaceMember(vscode.window, 'createQuickPick', () => pick as never);
    chosen = goToResource({ ...window.services, title: 'Go to Resource' });
    await eventually(() => assert.ok(pick.labels.includes('shop-frankfurt')));
  });

  afterEach(async () => {
    restore();
  });

  async function requests(): Promise<readonly string[]> {
    return (await window.probe.requests()).map(({ path }) => path);
  }

  it('sends no requests until the person chooses to', async () => {
    pick.type('storefront');
    await eventually(() =>
      assert.deepEqual(pick.labels, [
        'Search the Service by Name',
        'Index All Resources',
        'Open by ID…',
      ]),
    );
    assert.equal(pick.items[0]?.detail, 'No indexed resource matches "storefront".');
    assert.match(pick.items[1]?.detail ?? '', /at least \d+ lists .* up to 20% of the rate limit/);
    assert.deepEqual(await requests(), []);
  });

  it("finds a server that isn't loaded with one request", async () => {
    pick.type('node-00055');
    pick.enter('Search the Service by Name');
    await eventually(() => assert.equal(pick.labels[0], 'node-00055'));
    const searches = (await window.probe.requests()).map(({ query }) => query['search']);
    assert.deepEqual(searches, ['node-00055']);
    pick.enter('node-00055');
    assert.equal((await chosen)?.reference.kind, 'server');
  });

  it('says that indexing waits for the rate limit', async () => {
    const { finder } = window.services.explorer;
    const held = replaceMember(finder, 'isHeld', () => true);
    pick.enter('Index All Resources');
    await eventually(() =>
      assert.match(pick.title ?? '', /^Indexing… \d+ of \d+ lists, waiting for the rate limit$/),
    );
    held();
    finder.stop();
  });

  it('finds the server of a domain by the names of web applications, server by server', async () => {
    pick.type('www.storefront.example');
    assert.equal(pick.items[1]?.detail, 'No indexed resource matches "www.storefront.example".');
    pick.enter();
    await eventually(() => assert.equal(pick.labels[0], 'storefront'));
    assert.equal(pick.items[0]?.detail, 'Web Application › shop-frankfurt');
    await eventually(() => assert.equal(pick.labels[1], 'Search Again'));
    assert.equal(pick.items[1]?.detail, 'No other web application has "storefront" in its name.');
    const searches = (await window.probe.requests()).filter(({ path }) => /webapps/.test(path));
    assert.equal(searches.length, 60);
    assert.ok(searches.every(({ query }) => query['search'] === 'storefront'));
    pick.enter('storefront');
    assert.deepEqual((await chosen)?.reference.ids, [1, 101]);
  });

  it('searches for all that was typed, also if Enter came before the entry for it', async () => {
    for (const [typed, all, label] of [
      ['storefront.e', 'storefront.example', 'Search Web Applications by Name'],
      ['node-0005', 'node-00055', 'Search the Service by Name'],
    ] as const) {
      pick.type(typed);
      const seen = pick.items.filter((item) => item.label === label);
      pick.type(all);
      pick.activeItems = seen;
      pick.press();
      const [name] = all.split('.');
      await eventually(() => assert.equal(pick.labels[0], name, all));
    }
  });

  it('says how many servers are left, and stops', async () => {
    await window.probe.addFault('latency=600000:GET:/api/v3/servers/2*');
    pick.type('storefront.example');
    pick.enter('Search Web Applications by Name');
    await eventually(() => assert.equal(pick.items[1]?.detail, 'Servers left: 43'));
    pick.enter('Stop Searching');
    await eventually(() =>
      assert.deepEqual(pick.labels.slice(0, 2), ['storefront', 'Search Again']),
    );
    assert.equal(pick.items[1]?.detail, 'Servers left: 43');
  });

  it('searches web applications only for a domain', () => {
    for (const typed of ['storefront', '203.0.113.7', 'a b.example', ' ']) {
      pick.type(typed);
      assert.ok(!pick.labels.includes('Search Web Applications by Name'), typed);
    }
  });

  it('finds what was added by id, which no list has', async () => {
    const { pins } = window.services.explorer.sources;
    const reference = { account: 'one', kind: 'server', ids: [266_857] } as const;
    await pins.add(reference, { id: 266_857, name: 'Bakery' });
    restore();
    pick = new TestPick();
    restore = replaceMember(vscode.window, 'createQuickPick', () => pick as never);
    void goToResource({ ...window.services, title: 'Go to Resource' });
    await eventually(() => assert.ok(pick.labels.includes('shop-frankfurt')));
    for (const typed of ['bakery', '266857']) {
      pick.type(typed);
      await eventually(() => assert.equal(pick.labels[0], 'Bakery'));
    }
    assert.equal(pick.items[0]?.description, '★ Not checked yet');
  });

  it('says that the service has no match either, or why the search failed', async () => {
    pick.type('nowhere');
    await window.probe.addFault('403:GET:/api/v3/servers');
    pick.enter('Search the Service by Name');
    await eventually(() => assert.equal(pick.labels[0], 'Try Again'));
    await window.probe.clearFaults();
    pick.enter('Try Again');
    await eventually(() =>
      assert.equal(pick.items[0]?.detail, 'The service has no server named "nowhere".'),
    );
    pick.type('frankfurt');
    await eventually(() => assert.equal(pick.labels[0], 'shop-frankfurt'));
    assert.equal(pick.labels[1], 'Search the Service by Name');
  });

  it("shows what one service has, and says why another couldn't be searched", async () => {
    const { accounts } = window.services;
    const two = recordFor(window.service, { id: 'two', label: 'Two' });
    await accounts.save({ ...two, credentials: { kind: 'token', token: 'wrong' } });
    pick.type('node-00055');
    pick.enter('Search the Service by Name');
    await eventually(() => assert.equal(pick.labels[0], 'node-00055'));
    assert.equal(pick.labels[1], 'Try Again');
    assert.match(pick.items[1]?.detail ?? '', /^Two: API v3 rejected the credentials \(401\)/);
    await accounts.save(two);
    pick.enter('Try Again');
    await eventually(() => assert.equal(pick.labels.at(-3), 'Search Again'));
  });

  it('indexes on request, and finds resources on the servers', async () => {
    await window.probe.addFault('latency=600000:GET:/api/*/webapps*');
    pick.type('storefront');
    pick.enter('Index All Resources');
    try {
      await eventually(() => {
        assert.match(pick.title ?? '', /^Indexing… \d+ of \d+ lists/);
        assert.ok(!pick.labels.includes('Index All Resources'), 'indexing is in progress');
      });
    } finally {
      await window.probe.clearFaults();
    }
    await eventually(() => assert.equal(pick.labels[0], 'storefront'));
  });
});
