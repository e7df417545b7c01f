import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import { eventually } from '../support/eventually';
import { FakePage } from '../support/fakePage';
import { giveUp } from '../support/giveUp';
import { one, panelCases } from '../support/panelCases';
import { SandboxProbe } from '../support/sandboxProbe';
import type { Credentials } from '../../src/api/credentials';
import { Documents } from '../../src/resources/documents/documents';
import { DocumentStates } from '../../src/resources/documents/documentState';
import type { ResourceReference } from '../../src/resources/reference';
import type { Core } from '../../src/ui/core';
import { KeptChanges } from '../../src/ui/panels/keptChanges';
import { findPanelKind } from '../../src/ui/panels/panelKinds';
import { ResourcePanel } from '../../src/ui/panels/resourcePanel';

const failures = [
  { fault: '401', words: /refused the credentials \(401\)/, ways: ['signIn'] },
  { fault: '403', words: /forbidden for them \(403\)/, ways: [] },
  { fault: '404', words: /(no such thing|has no web application firewall).*\(404\)/, ways: [] },
  { fault: '422', words: /did not accept the content \(422\)/, ways: [] },
  { fault: '500', words: /service failed \(500\)/, ways: [] },
];

describe('openOverview', () => {
  let world: ActionWorld;
  let opened: { readonly page: FakePage; readonly panel: ResourcePanel } | undefined;

  afterEach(async () => {
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
    const context = world.context(new ScriptedPrompts());
    const panelKind = findPanelKind(reference.kind);
    assert.ok(panelKind);
    const page = new FakePage();
    const explorer = {
      describe: ({ kind: of }: ResourceReference) => ({ label: of }),
      known: async () => undefined,
      sources: { working: context.working },
    } as unknown as Core['explorer'];
    const states = new DocumentStates({ get: () => undefined, update: async () => undefined });
    const { client } = context;
    const documents = new Documents({ client, states, findOpen: () => undefined });
    const keptChanges = new KeptChanges({ get: () => undefined, update: async () => undefined });
    const extensionUri = vscode.Uri.file('/extension');
    const parts = { ...context, explorer, documents, keptChanges, extensionUri };
    const panel = new ResourcePanel(parts, panelKind, page.panel, reference);
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

      for (const { fault, words, ways } of failures) {
        it(`says what is wrong at ${fault}, and shows it once that has passed`, async () => {
          const page = await open(reference, 'token', () =>
            world.probe.addFault(`${fault}:GET:${path}`),
          );
          await eventually(() => assert.match(page.failure()?.text ?? '', words));
          assert.deepEqual(
            page.failure()?.buttons.map(({ id }) => id),
            reference.kind === 'waf' && fault === '404' ? ['createWaf'] : ways,
          );
          assert.deepEqual(page.sections(), []);
          await world.probe.clearFaults();
          page.send({ type: 'refresh' });
          await eventually(() => assert.ok(page.sections().includes(section), page.describe()));
        });
      }

      it('keeps what it shows when it cannot be read again, and tells why', async () => {
        const page = await open(reference);
        await eventually(() => assert.equal(page.isBusy(), false));
        const shown = page.sections();
        assert.ok(shown.includes(section), page.describe());
        await world.probe.addFault(`500:GET:${path}`);
        page.send({ type: 'refresh' });
        await eventually(() => assert.match(page.failure()?.text ?? '', /service failed/));
        assert.deepEqual(page.sections(), shown);
        // As after the editor threw the page away because another tab was in front.
        page.forget();
        page.send({ type: 'ready' });
        await eventually(() => assert.match(page.failure()?.text ?? '', /service failed/));
        assert.deepEqual(page.sections(), shown);
        await world.probe.clearFaults();
        page.send({ type: 'refresh' });
        await eventually(() => assert.equal(page.failure(), undefined));
        assert.deepEqual(page.sections(), shown);
      });

      it('is busy while it is read', async () => {
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

      it('waits at 429, and shows it then', async () => {
        const page = await open(reference, 'token', () =>
          world.probe.addFault(`429:GET:${path}:count=1`),
        );
        await eventually(() => assert.ok(page.sections().includes(section), page.describe()));
      });

      it('says that a legacy key and secret do not reach it', async () => {
        const page = await open(reference, 'basic');
        await eventually(() => assert.match(page.failure()?.text ?? '', /does not offer this/));
        const asked = (await world.probe.requests()).filter((request) => request.path === path);
        assert.deepEqual(asked, []);
      });

      it('gives up reading when it is closed', async () => {
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

  it('hands changes of a closed panel to its page until that has taken them in', async () => {
    const page = await open(one('waf', 1, 101));
    const own = { id: 'paranoia', from: 2, to: 1 };
    const other = { id: 'anomaly', from: 10, to: 5 };
    page.send({ type: 'changed', changes: [own] });
    await opened?.panel.handOver([{ ...own, to: 4 }, other]);
    assert.deepEqual(opened?.panel.changes, [own, other]);
    page.forget();
    // A page that starts tells what it remembers, first.
    page.send({ type: 'changed', changes: [own] });
    page.send({ type: 'ready' });
    const handedOver = { type: 'handOver', changes: [other] } as const;
    await eventually(() => assert.deepEqual(page.told[0], handedOver));
    page.send({ type: 'changed', changes: [own, other] });
    page.forget();
    page.send({ type: 'changed', changes: [own] });
    page.send({ type: 'ready' });
    await eventually(() => assert.ok(page.sections().includes('protection')));
    assert.ok(page.told.every(({ type }) => type !== 'handOver'));
    assert.deepEqual(opened?.panel.changes, [own]);
  });

  it('shows what was saved, also where it cannot be read again', async () => {
    const page = await open(one('waf', 1, 101));
    await eventually(() => assert.ok(page.sections().includes('protection')));
    const change = { id: 'paranoia', from: 2, to: 3 };
    const path = '/api/v3/servers/1/webapps/101/waf';
    await world.probe.addFault(`latency=500:PATCH:${path}`);
    page.send({ type: 'save', changes: [change] });
    await world.probe.waitForRequest(({ method }) => method === 'PATCH');
    await world.probe.addFault(`500:GET:${path}`);
    await eventually(() => assert.ok(page.told.some(({ type }) => type === 'saved')));
    await eventually(() => assert.match(page.failure()?.text ?? '', /service failed/));
    assert.match(page.describe(), /"paranoia",[^}]*"value":3/);
  });

  it('knows what was saved while its tab was behind another one', async () => {
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

  it('tells once why a save was refused while its tab was behind another one', async () => {
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

  it('says that there is no credential where none is', async () => {
    const page = await open(one('cacheConfiguration', 1, 101));
    await eventually(() => assert.ok(page.sections().includes('credentials')));
    const { client } = world.context(new ScriptedPrompts());
    client.read = async () => ({ apiKey: '' });
    for (const type of ['reveal', 'copy'] as const) {
      page.forget();
      page.send({ type, id: 'apiKey' });
      const none = { type: 'secret', id: 'apiKey', value: null } as const;
      // oxlint-disable-next-line no-await-in-loop
      await eventually(() => assert.deepEqual(page.told, [none]));
    }
  });
});

describe('panel commands', () => {
  let probe: SandboxProbe;

  before(async () => {
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

  for (const command of ['openOverview', 'compareCanvases']) {
    it(`open nothing when the person gives up: ${command}`, async () => {
      await giveUp(vscode.commands.executeCommand(`serverManagement.${command}`));
      assert.deepEqual(tabs(), []);
    });
  }

  it('compare two canvases by reference', async () => {
    await vscode.commands.executeCommand('serverManagement.compareCanvases', canvas(1), canvas(2));
    const [tab] = tabs();
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    assert.deepEqual(
      [tab.input.original.path, tab.input.modified.path],
      [1, 2].map((id) => `/server-management/sandbox/canvases/${id}.canvas.json`),
    );
  });

  for (const { fault, words } of [...failures, { fault: '429', words: undefined }]) {
    it(`compareCanvases shows in each side's place what came of it at ${fault}`, async () => {
      const path = '/api/v3/settings/wordpress/canvas/2';
      await probe.addFault(`${fault}:GET:${path}${words ? '' : ':count=1'}`);
      await vscode.commands.executeCommand(
        'serverManagement.compareCanvases',
        canvas(1),
        canvas(2),
      );
      assert.ok(tabs()[0]?.input instanceof vscode.TabInputTextDiff);
      const uri = vscode.Uri.from({
        scheme: 'server-management',
        path: '/server-management/sandbox/canvases/2.canvas.json',
      });
      const reading = async (): Promise<string> =>
        (await vscode.workspace.openTextDocument(uri)).getText();
      if (words) await assert.rejects(reading, words);
      else assert.match(await reading(), /"themes"/);
    });
  }
});
