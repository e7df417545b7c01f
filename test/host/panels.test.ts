import assert from 'node:assert/strict';
import { assertEvery } from '../support/assertEvery';
import * as vscode from 'vscode';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { runCommand } from '../support/actions/runCommand';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import { eventually } from '../support/eventually';
import { FakePage } from '../support/fakePage';
import { giveUp } from '../support/giveUp';
import { type RecordedMessage, recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';
import { one, panelCases } from '../support/panelCases';
import { SandboxProbe } from '../support/sandboxProbe';
import { selectNothing } from '../support/host/selectNothing';
import { withoutPauses } from '../support/withoutPauses';
import type { Credentials } from '../../src/api/credentials';
import { Emitter } from '../../src/base/emitter';
import { diff } from '../../src/base/json';
import type { StagedChange } from '../../src/pending/stagedChange';
import { Knowledge } from '../../src/findings/knowledge';
import type { PanelServices } from '../../src/ui/panels/panelPage';
import { Documents } from '../../src/documents/documents';
import { documentStates } from '../../src/documents/openDocument';
import { MemoryValues } from '../support/explorerWorld';
import { KeptValues } from '../../src/resources/storage/stored';
import type { ResourceReference } from '../../src/resources/reference';
import type { Services } from '../../src/ui/commands/services';
import { keptChanges } from '../../src/panels/page/messages';
import { findPanelKind } from '../../src/panels/panelKinds';
import { FleetPanel } from '../../src/ui/panels/fleetPanel';
import { ResourcePanel } from '../../src/ui/panels/resourcePanel';

const rulesOfShop = { account: 'service', kind: 'firewallRule', parents: [1] } as const;

const failures = [
  { fault: '401', words: /rejected the credentials \(401\)/, ways: ['signIn'] },
  { fault: '403', words: /don't allow this \(403\)/, ways: [] },
  {
    fault: '404',
    words: /(Not found on the service|has no web application firewall).*\(404\)/,
    ways: [],
  },
  { fault: '422', words: /rejected the content \(422\)/, ways: [] },
  { fault: '500:after=0', words: /service failed \(500\)/, ways: [] },
];

describe('openOverview', () => {
  let world: ActionWorld;
  let opened: { readonly page: FakePage; readonly panel: ResourcePanel } | undefined;
  let redeploy: () => Promise<unknown>;
  const staged: StagedChange[] = [];
  const didStage = new Emitter<void>();

  afterEach(async () => {
    staged.length = 0;
    opened?.panel.close();
    opened = undefined;
    await world.close();
  });

  /** A panel whose page is ready, as the command opens it. */
  async function open(
    reference: ResourceReference,
    kind: Credentials['kind'] = 'token',
    prepare: () => Promise<void> = async () => undefined,
  ): Promise<FakePage> {
    world = await startActionWorld({ kind });
    await prepare();
    const prompts = new ScriptedPrompts();
    const context = world.context(prompts);
    const panelKind = findPanelKind(reference.kind);
    assert.ok(panelKind);
    const page = new FakePage();
    const explorer = {
      describe: ({ kind: of }: ResourceReference) => ({ label: of }),
      known: async () => undefined,
      sources: { busyState: context.busyState, pendingFirewalls: context.pendingFirewalls },
    } as unknown as Services['explorer'];
    const states = new KeptValues(new MemoryValues(), documentStates);
    const { client } = context;
    const documents = new Documents({
      client,
      clock: withoutPauses,
      guard: context.guard,
      states,
      findOpen: () => undefined,
    });
    const unsaved = new KeptValues(new MemoryValues(), keptChanges);
    const extensionUri = vscode.Uri.file('/extension');
    const pending = { changes: { all: staged, onDidChange: didStage.event } };
    const lockOutGuard = context.guard;
    const parts = { ...context, explorer, documents, unsaved, extensionUri, pending, lockOutGuard };
    redeploy = () => runCommand(context, 'serverManagement.deployFirewallRules', [rulesOfShop]);
    const services = parts as unknown as PanelServices;
    const panel = new ResourcePanel(services, panelKind, page.panel, reference);
    opened = { page, panel };
    page.send({ type: 'ready' });
    return page;
  }

  for (const { reference, path, section } of panelCases) {
    describe(`of a ${reference.kind}`, () => {
      it('shows it', async () => {
        const page = await open(reference);
        await eventually(() => assert.ok(page.sections().includes(section), page.describe()));
        assert.equal(page.failure(), undefined);
      });

      // The one with a way out of its own.
      for (const { fault, words, ways } of reference.kind === 'waf' ? failures : []) {
        it(`says what's wrong at ${fault}, and shows the resource once the fault is over`, async () => {
          const page = await open(reference, 'token', () =>
            world.probe.addFault(`${fault}:GET:${path}`),
          );
          await eventually(() => assert.match(page.failure()?.text ?? '', words));
          assert.deepEqual(
            page.failure()?.buttons.map(({ id }) => id),
            fault === '404' ? ['createWaf'] : ways,
          );
          assert.deepEqual(page.sections(), []);
          await world.probe.clearFaults();
          page.send({ type: 'refresh' });
          await eventually(() => assert.ok(page.sections().includes(section), page.describe()));
        });
      }

      it("keeps its contents if they can't be read again, and says why", async () => {
        const page = await open(reference);
        await eventually(() => assert.equal(page.isBusy(), false));
        const shown = page.sections();
        assert.ok(shown.includes(section), page.describe());
        await world.probe.addFault(`500:GET:${path}:after=0`);
        page.send({ type: 'refresh' });
        await eventually(() => assert.match(page.failure()?.text ?? '', /service failed/));
        assert.deepEqual(page.sections(), shown);
        // As if the editor discarded the page because another tab was in front.
        page.forget();
        page.send({ type: 'ready' });
        await eventually(() => assert.match(page.failure()?.text ?? '', /service failed/));
        assert.deepEqual(page.sections(), shown);
        await world.probe.clearFaults();
        page.send({ type: 'refresh' });
        await eventually(() => assert.equal(page.failure(), undefined));
        assert.deepEqual(page.sections(), shown);
      });

      it("shows that it's busy while reading", async () => {
        const page = await open(reference, 'token', () =>
          world.probe.addFault(`latency=60000:GET:${path}`),
        );
        await eventually(() => assert.equal(page.isBusy(), true));
        await world.probe.waitForRequest((request) => request.path === path);
        await world.probe.clearFaults();
        page.send({ type: 'refresh' });
        await eventually(() => assert.ok(page.sections().includes(section), page.describe()));
        await eventually(() => assert.equal(page.isBusy(), false));
      });

      it('waits at 429, and then shows the resource', async () => {
        const page = await open(reference, 'token', () =>
          world.probe.addFault(`429:GET:${path}:count=1:after=0`),
        );
        await eventually(() => assert.ok(page.sections().includes(section), page.describe()));
      });

      it("shows the resource if v2 has it with a legacy key and secret, or says that they don't give access", async () => {
        const page = await open(reference, 'basic');
        await eventually(() =>
          reference.kind === 'server' || reference.kind === 'webApplication'
            ? assert.ok(page.sections().includes(section), page.describe())
            : assert.match(page.failure()?.text ?? '', /doesn't offer this/),
        );
        const asked = (await world.probe.requests()).filter((request) => request.path === path);
        assert.deepEqual(asked, []);
      });

      it('stops reading when closed', async () => {
        const page = await open(reference, 'token', () =>
          world.probe.addFault(`latency=60000:GET:${path}`),
        );
        await world.probe.waitForRequest((request) => request.path === path);
        opened?.panel.close();
        await world.probe.clearFaults();
        assert.deepEqual([page.failure(), page.sections()], [undefined, []]);
      });
    });
  }

  it('keeps changes handed over to a closed panel until its page has received them', async () => {
    const page = await open(one('waf', 1, 101));
    const own = { id: 'paranoia', from: 2, to: 1 };
    const other = { id: 'anomaly', from: 10, to: 5 };
    page.send({ type: 'changed', changes: [own] });
    await opened?.panel.handOver([{ ...own, to: 4 }, other]);
    assert.deepEqual(opened?.panel.changes, [own, other]);
    page.forget();
    // A starting page first reports what it remembers.
    page.send({ type: 'changed', changes: [own] });
    page.send({ type: 'ready' });
    const handedOver = { type: 'handOver', changes: [other] } as const;
    await eventually(() => assert.deepEqual(page.told[0], handedOver));
    page.send({ type: 'changed', changes: [own, other] });
    page.forget();
    page.send({ type: 'changed', changes: [own] });
    page.send({ type: 'ready' });
    await eventually(() => assert.ok(page.sections().includes('protection')));
    assertEvery(page.told, ({ type }) => type !== 'handOver');
    assert.deepEqual(opened?.panel.changes, [own]);
  });

  it("shows what was saved, even if it can't be read again", async () => {
    const page = await open(one('cacheConfiguration', 1, 101));
    await eventually(() => assert.ok(page.sections().includes('credentials')));
    const change = { id: 'cacheSettings/cdn_settings/enable', from: false, to: true };
    const path = '/api/v3/servers/1/webapps/101/platformcache';
    const { client } = world.context(new ScriptedPrompts());
    const write = client.write.bind(client);
    client.write = async (...request) => {
      const answer = await write(...request);
      await world.probe.addFault(`500:GET:${path}:after=0`);
      return answer;
    };
    page.send({ type: 'save', changes: [change] });
    await eventually(() => assert.ok(page.told.some(({ type }) => type === 'saved')));
    await eventually(() => assert.match(page.describe(), /service failed/));
    assert.match(page.describe(), /"cacheSettings\/cdn_settings\/enable",[^}]*"value":true/);
  });

  it('learns what was saved while its tab was in the background', async () => {
    const page = await open(one('waf', 1, 101));
    await eventually(() => assert.ok(page.sections().includes('protection')));
    const change = { id: 'paranoia', from: 2, to: 3 };
    const since = { id: 'anomaly', from: 10, to: 5 };
    page.send({ type: 'changed', changes: [change, since] });
    page.send({ type: 'save', changes: [change] });
    page.isHidden = true;
    await eventually(() => assert.deepEqual(opened?.panel.changes, [since]));
    page.isHidden = false;
    page.forget();
    page.send({ type: 'ready' });
    await eventually(() => assert.ok(page.sections().includes('protection')));
    assert.deepEqual(page.told[0], { type: 'saved', changes: [change] });
  });

  it('sends nothing else while it is saving, even for a page that was restarted meanwhile', async () => {
    const page = await open(one('waf', 1, 101));
    await eventually(() => assert.ok(page.sections().includes('protection')));
    await eventually(() => assert.equal(page.isBusy(), false));
    const change = { id: 'paranoia', from: 2, to: 3 };
    const other = { id: 'anomaly', from: 10, to: 5 };
    const saved = () =>
      page.told.flatMap((message) => (message.type === 'saved' ? message.changes : []));
    await world.probe.addFault('latency=600000:PATCH');
    page.send({ type: 'changed', changes: [change, other] });
    page.send({ type: 'save', changes: [change] });
    await world.probe.waitForRequest(({ method }) => method === 'PATCH');
    page.forget();
    page.send({ type: 'ready' });
    await eventually(() => assert.ok(page.sections().includes('protection')));
    page.send({ type: 'save', changes: [change, other] });
    await world.probe.clearFaults();
    await eventually(() => assert.deepEqual(saved(), [change]));
    page.send({ type: 'save', changes: [other] });
    await eventually(() => assert.deepEqual(saved(), [change, other]));
    const requests = await world.probe.requests();
    assert.equal(requests.filter(({ method }) => method === 'PATCH').length, 2);
  });

  it('says once why a save was rejected while its tab was in the background', async () => {
    const page = await open(one('waf', 1, 101));
    await eventually(() => assert.ok(page.sections().includes('protection')));
    const change = { id: 'paranoia', from: 2, to: 3 };
    await world.probe.addFault('500:PATCH:/api/v3/servers/1/webapps/101/waf');
    page.send({ type: 'changed', changes: [change] });
    await eventually(() => assert.equal(page.isBusy(), false));
    const { panel } = opened ?? {};
    page.isHidden = true;
    page.send({ type: 'save', changes: [change] });
    const refusals = (): number => page.told.filter(({ type }) => type === 'refused').length;
    const comeBack = async (): Promise<void> => {
      page.forget();
      page.send({ type: 'ready' });
      await eventually(() => assert.ok(page.sections().includes('protection')));
      await eventually(() => assert.equal(page.isBusy(), false));
    };
    await eventually(async () => {
      const methods = (await world.probe.requests()).map(({ method }) => method);
      assert.deepEqual(methods.slice(methods.indexOf('PATCH')), ['PATCH', 'GET']);
    });
    page.isHidden = false;
    await comeBack();
    assert.equal(refusals(), 1, page.describe());
    assert.deepEqual(panel?.changes, [change]);
    await comeBack();
    assert.equal(refusals(), 0);
  });

  describe('of a server answers who gets in', () => {
    /** The texts of the section, with what was asked. */
    const firewall = (page: FakePage): string => {
      const last = page.told.findLast(({ type }) => type === 'model');
      assert.ok(last?.type === 'model');
      return JSON.stringify(last.model.sections.find(({ id }) => id === 'firewall') ?? {});
    };

    it('for a typed address and port, by which rule', async () => {
      const page = await open(one('server', 1));
      await eventually(() => assert.equal(page.isBusy(), false));
      page.send({ type: 'filter', id: 'text', value: '203.0.113.45 8080' });
      await eventually(() =>
        assert.match(firewall(page), /Blocked by TCP 8000-8999 · reject · 203\.0\.113\.45/),
      );
    });

    it('again once the rules are deployed, and once something is staged', async () => {
      const page = await open(one('server', 1));
      await eventually(() => assert.equal(page.isBusy(), false));
      assert.match(firewall(page), /Now: not known/);
      await redeploy();
      await eventually(() => assert.match(firewall(page), /Now: as deployed from here/));
      assert.doesNotMatch(firewall(page), /203\.0\.113\.77/);
      const rule = {
        type: 'rich',
        port: 2022,
        protocol: 'tcp',
        ipAddress: '203.0.113.77',
        firewallAction: 'accept',
      };
      staged.push({
        reference: { account: 'service', kind: 'firewallRule', ids: [1, 'new'] },
        origin: 'person',
        path: '/new.firewall-rule.json',
        at: 1,
        changes: diff({}, rule),
        operation: 'create',
        state: { type: 'pending' },
      });
      didStage.fire();
      await eventually(() => assert.match(firewall(page), /203\.0\.113\.77 allowed/));
    });
  });

  it('only runs commands that its page has a button for', async () => {
    const page = await open(one('cacheConfiguration', 1, 101));
    await eventually(() => assert.equal(page.isBusy(), false));
    const ran: unknown[] = [];
    const restore = replaceMember(
      vscode.commands,
      'executeCommand',
      async (...order: unknown[]) => void ran.push(order),
    );
    try {
      const model = page.told.findLast(({ type }) => type === 'model');
      assert.ok(model?.type === 'model');
      const [offered] = model.model.buttons ?? [];
      assert.ok(offered, page.describe());
      for (const id of ['delete', 'removeStoredData', 'constructor', '__proto__', '']) {
        page.send({ type: 'press', id });
      }
      page.send({ type: 'press', id: offered.id });
      await eventually(() => assert.notDeepEqual(ran, []));
      assert.deepEqual(ran, [[`serverManagement.${offered.id}`, opened?.panel.reference]]);
    } finally {
      restore();
    }
  });

  it('only hands out the credentials that it shows', async () => {
    const page = await open(one('cacheConfiguration', 1, 101));
    await eventually(() => assert.equal(page.isBusy(), false));
    await world.probe.forgetRequests();
    page.forget();
    for (const id of ['id', 'password', 'token', 'cacheSettings', 'constructor']) {
      page.send({ type: 'reveal', id });
      page.send({ type: 'copy', id });
    }
    page.send({ type: 'reveal', id: 'apiKey' });
    await eventually(() => assert.ok(page.told.some(({ type }) => type === 'secret')));
    const [told, ...others] = page.told;
    assert.ok(told?.type === 'secret');
    assert.deepEqual([told.id, typeof told.value, others], ['apiKey', 'string', []]);
    assert.equal((await world.probe.requests()).length, 1);
  });

  it("says which credential couldn't be read, and tries again", async () => {
    const page = await open(one('cacheConfiguration', 1, 101));
    await eventually(() => assert.equal(page.isBusy(), false));
    await world.probe.addFault('403:GET:/api/v3/servers/1/webapps/101/platformcache:count=1');
    const said: string[] = [];
    const restore = replaceMember(
      vscode.window,
      'showErrorMessage',
      (text: string, _options: unknown, button?: string) => {
        said.push(text);
        return Promise.resolve(button);
      },
    );
    try {
      page.send({ type: 'reveal', id: 'apiKey' });
      await eventually(() => assert.ok(page.told.some(({ type }) => type === 'secret')));
    } finally {
      restore();
    }
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /^Couldn't read "API key" of "Cache Configuration, .*\(403\)/);
  });

  it('says that no credential is set', async () => {
    const page = await open(one('cacheConfiguration', 1, 101));
    await eventually(() => assert.ok(page.sections().includes('credentials')));
    const { client } = world.context(new ScriptedPrompts());
    client.read = async () => ({ apiKey: '' });
    for (const type of ['reveal', 'copy'] as const) {
      page.forget();
      page.send({ type, id: 'apiKey' });
      const none = { type: 'secret', id: 'apiKey', value: null } as const;
      await eventually(() => assert.deepEqual(page.told, [none]));
    }
  });
});

describe('panel commands', () => {
  let probe: SandboxProbe;

  before(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    probe = new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
  });

  afterEach(async () => {
    await probe.clearFaults();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('serverManagement.refresh');
  });

  const tabs = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const canvas = (id: number): ResourceReference => ({ ...one('canvas', id), account: 'sandbox' });

  it('open a panel by reference', async () => {
    await vscode.commands.executeCommand('serverManagement.openOverview', canvas(1));
    await eventually(() => assert.ok(tabs()[0]?.input instanceof vscode.TabInputWebview));
  });

  it('open nothing if the person cancels', async () => {
    await selectNothing();
    await giveUp(vscode.commands.executeCommand('serverManagement.openOverview'));
    assert.deepEqual(tabs(), []);
  });

  it('compare two canvases by reference', async () => {
    await vscode.commands.executeCommand('serverManagement.compareWithOther', canvas(1), canvas(2));
    const [tab] = tabs();
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    assert.deepEqual(
      [tab.input.original.path, tab.input.modified.path].map((path) => path.split('~').at(-1)),
      ['1.canvas.comparison.json', '2.canvas.comparison.json'],
    );
    const texts = await Promise.all(
      [tab.input.original, tab.input.modified].map(async (uri) =>
        (await vscode.workspace.openTextDocument(uri)).getText(),
      ),
    );
    for (const text of texts) {
      assert.match(text, /"themes": \[/);
      assert.doesNotMatch(text, /"(id|created_at|updated_at)"/);
    }
  });

  async function compareCanvases(): Promise<readonly RecordedMessage[]> {
    const recorded = recordMessages();
    try {
      await vscode.commands.executeCommand(
        'serverManagement.compareWithOther',
        canvas(1),
        canvas(2),
      );
    } finally {
      recorded.restore();
    }
    return recorded.messages;
  }

  for (const { fault, words } of failures) {
    it(`comparing says why a canvas cannot be read at ${fault}, and opens nothing`, async () => {
      await probe.addFault(`${fault}:GET:/api/v3/settings/wordpress/canvas/2`);
      const [message, ...others] = await compareCanvases();
      assert.equal(message?.type, 'error');
      assert.match(message.text, words);
      assert.deepEqual(others, []);
      assert.deepEqual(tabs(), []);
    });
  }

  it('comparing waits until a rate limit ends', async () => {
    await probe.addFault('429:GET:/api/v3/settings/wordpress/canvas/2:count=1:after=0');
    assert.deepEqual(await compareCanvases(), []);
    assert.ok(tabs()[0]?.input instanceof vscode.TabInputTextDiff);
    const uri = vscode.Uri.from({
      scheme: 'server-management-report',
      path: '/server-management/sandbox/canvases/2.canvas.comparison.json',
    });
    assert.match((await vscode.workspace.openTextDocument(uri)).getText(), /"themes"/);
  });
});

describe('openFleet', () => {
  it("draws again what was found since, and doesn't look for it itself", async () => {
    const renewed = new Emitter<Knowledge>();
    let asked = 0;
    const attention = {
      findings: [],
      areas: [],
      onDidRenew: renewed.event,
      showElsewhere: () => undefined,
      async known() {
        asked += 1;
        const known = new Knowledge();
        renewed.fire(known);
        return known;
      },
    };
    const sessions = { accounts: async () => [] };
    const extensionUri = vscode.Uri.file('/extension');
    const services = { attention, sessions, storage: new MemoryValues(), extensionUri };
    const page = new FakePage();
    const panel = new FleetPanel(services as unknown as PanelServices, page.panel);
    const drawn = (): number => page.told.filter(({ type }) => type === 'model').length;
    page.send({ type: 'ready' });
    await eventually(() => assert.equal(drawn(), 1));
    renewed.fire(new Knowledge());
    await eventually(() => assert.equal(drawn(), 2));
    assert.equal(asked, 1);
    panel.close();
  });
});
