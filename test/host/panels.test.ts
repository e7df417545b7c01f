import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import { eventually } from '../support/eventually';
import { FakePage } from '../support/fakePage';
import { giveUp } from '../support/giveUp';
import { SandboxProbe } from '../support/sandboxProbe';
import type { Credentials } from '../../src/api/credentials';
import type { ResourceReference } from '../../src/resources/reference';
import type { Core } from '../../src/ui/core';
import { KeptChanges } from '../../src/ui/panels/keptChanges';
import { findPanelKind } from '../../src/ui/panels/panelKinds';
import { ResourcePanel } from '../../src/ui/panels/resourcePanel';

interface PanelCase {
  readonly reference: ResourceReference;
  readonly path: string;
  /** A heading that only a panel with content has. */
  readonly section: string;
}

function one(kind: ResourceReference['kind'], ...ids: number[]): ResourceReference {
  return { account: 'service', kind, ids };
}

const panels: readonly PanelCase[] = [
  { reference: one('server', 1), path: '/api/v3/servers/1', section: 'facts' },
  {
    reference: one('waf', 1, 101),
    path: '/api/v3/servers/1/webapps/101/waf',
    section: 'protection',
  },
  {
    reference: one('cacheConfiguration', 1, 101),
    path: '/api/v3/servers/1/webapps/101/platformcache',
    section: 'credentials',
  },
  {
    reference: one('canvas', 1),
    path: '/api/v3/settings/wordpress/canvas/1',
    section: 'plugins',
  },
];

const failures = [
  { fault: '401', words: /refused the credentials \(401\)/, needsSignIn: true },
  { fault: '403', words: /forbidden for them \(403\)/, needsSignIn: false },
  { fault: '404', words: /no such thing.*\(404\)/, needsSignIn: false },
  { fault: '422', words: /did not accept the content \(422\)/, needsSignIn: false },
  { fault: '500', words: /service failed \(500\)/, needsSignIn: false },
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
    const documents = {} as Core['documents'];
    const keptChanges = new KeptChanges({ get: () => undefined, update: async () => undefined });
    const extensionUri = vscode.Uri.file('/extension');
    const parts = { ...context, explorer, documents, keptChanges, extensionUri };
    const panel = new ResourcePanel(parts, panelKind, page.panel, reference);
    opened = { page, panel };
    page.send({ type: 'ready' });
    return page;
  }

  for (const { reference, path, section } of panels) {
    describe(`of a ${reference.kind}`, () => {
      it('shows it', async () => {
        const page = await open(reference);
        await eventually(() => assert.ok(page.sections().includes(section), page.describe()));
        assert.equal(page.failure(), undefined);
      });

      for (const { fault, words, needsSignIn } of failures) {
        it(`says what is wrong at ${fault}, and shows it once that has passed`, async () => {
          const page = await open(reference, 'token', () =>
            world.probe.addFault(`${fault}:GET:${path}`),
          );
          await eventually(() => assert.match(page.failure()?.text ?? '', words));
          assert.equal(page.failure()?.needsSignIn, needsSignIn);
          assert.deepEqual(page.sections(), []);
          await world.probe.clearFaults();
          page.send({ type: 'refresh' });
          await eventually(() => assert.ok(page.sections().includes(section), page.describe()));
        });
      }

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
