import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** A kind that can be edited: a change, what it sends, and what another person may do meanwhile. */
interface Editable {
  readonly name: string;
  /** Of the document, below the account. */
  readonly document: string;
  readonly read: string;
  readonly field: string;
  readonly values: readonly [unknown, unknown];
  readonly sends: (value: unknown, live: Record<string, unknown>) => Call;
  /** Another person's change of another field. */
  readonly elsewhere: (live: Record<string, unknown>) => Call;
  readonly elsewhereField: string;
  /** Another person's change of the same field; absent where a switch leaves nothing to disagree on. */
  readonly same?: (live: Record<string, unknown>) => Call;
  readonly refused: unknown;
  readonly refusedAt: string;
  /** Fields that the person must add. */
  readonly unsaid?: Record<string, unknown>;
}

const ssh = '/api/v3/servers/1/settings/ssh';
const sshUri = vscode.Uri.from({
  scheme: 'server-management',
  path: '/server-management/sandbox/servers/1/1.ssh.json',
});
const app = '/api/v3/servers/1/webapps/101';
const cronFields = (time: unknown): Record<string, unknown> => {
  const [minute, hour, dayOfMonth, month, dayOfWeek] = String(time).split(' ');
  return { minute, hour, dayOfMonth, month, dayOfWeek };
};
const cronBody = (live: Record<string, unknown>): Record<string, unknown> => ({
  label: live['label'],
  username: live['username'],
  command: live['command'],
  ...cronFields(live['time']),
});
const sslBody = (live: Record<string, unknown>): Record<string, unknown> => ({
  advancedSSL: false,
  autoSSL: false,
  provider: live['method'],
  enableHttp: live['enableHttp'],
  enableHsts: live['enableHsts'],
  authorizationMethod: live['authorizationMethod'],
  environment: live['staging'] === true ? 'staging' : 'live',
});
const sslPath = `${app}/domains/101/ssl`;
const canvasPath = '/api/v3/settings/wordpress/canvas/1';
const canvasBody = (live: Record<string, unknown>): Record<string, unknown> => {
  const data = (name: string): Record<string, unknown>[] =>
    (live[name] as { data: Record<string, unknown>[] }).data;
  const {
    id: _id,
    created_at: _created,
    updated_at: _updated,
    ...settings
  } = live['settings'] as Record<string, unknown>;
  const bundled = (items: Record<string, unknown>[]): unknown[] =>
    items.map(({ name, slug, activate }) => ({ name, slug, activate }));
  const custom = (items: Record<string, unknown>[], type: string): unknown[] =>
    items.map(({ name, link, activate }) => ({ label: name, link, activate, type }));
  return {
    name: live['name'],
    selectedThemes: bundled(data('themes')),
    selectedPlugins: bundled(data('plugins')),
    customThemePlugin: [
      ...custom(data('customThemes'), 'custom-theme'),
      ...custom(data('customPlugins'), 'custom-plugin'),
    ],
    settings,
  };
};

const editables: readonly Editable[] = [
  {
    name: 'SSH settings',
    document: 'servers/1/1.ssh.json',
    read: ssh,
    field: 'useDns',
    values: [true, false],
    sends: (value) => ({ method: 'PATCH', path: ssh, body: { useDns: value } }),
    elsewhere: (live) => ({
      method: 'PATCH',
      path: ssh,
      body: { preventRootLogin: live['preventRootLogin'] !== true },
    }),
    elsewhereField: 'preventRootLogin',
    refused: 'yes',
    refusedAt: 'useDns',
  },
  {
    name: 'a server',
    document: 'servers/1.server.json',
    read: '/api/v3/servers/1',
    field: 'name',
    values: ['first-name', 'second-name'],
    sends: (value) => ({
      method: 'PATCH',
      path: '/api/v3/servers/1/settings/meta',
      body: { name: value },
    }),
    elsewhere: (live) => ({
      method: 'PATCH',
      path: '/api/v3/servers/1/settings/autoupdate',
      body: {
        softwareUpdate: live['softwareUpdate'] !== true,
        securityUpdate: live['securityUpdate'],
      },
    }),
    elsewhereField: 'softwareUpdate',
    same: () => ({
      method: 'PATCH',
      path: '/api/v3/servers/1/settings/meta',
      body: { name: 'a name by another person' },
    }),
    refused: '',
    refusedAt: 'name',
  },
  {
    name: 'a cron job',
    document: 'servers/1/cron-jobs/101.cron-job.json',
    read: '/api/v2/servers/1/cronjobs/101',
    field: 'minute',
    values: ['*/7', '*/9'],
    sends: (value, live) => ({
      method: 'PATCH',
      path: '/api/v2/servers/1/cronjobs/101',
      body: { ...cronBody(live), minute: value },
    }),
    elsewhere: (live) => ({
      method: 'PATCH',
      path: '/api/v2/servers/1/cronjobs/101',
      body: { ...cronBody(live), label: `${String(live['label'])}!` },
    }),
    elsewhereField: 'label',
    same: (live) => ({
      method: 'PATCH',
      path: '/api/v2/servers/1/cronjobs/101',
      body: { ...cronBody(live), minute: '59' },
    }),
    refused: '99x',
    refusedAt: 'minute',
  },
  {
    name: 'a web application firewall',
    document: 'servers/1/web-applications/101/101.waf.json',
    read: `${app}/waf`,
    field: 'paranoia',
    values: [3, 2],
    sends: (value) => ({ method: 'PATCH', path: `${app}/waf`, body: { paranoia: value } }),
    elsewhere: (live) => ({
      method: 'PATCH',
      path: `${app}/waf`,
      body: { anomaly: Number(live['anomaly']) + 1 },
    }),
    elsewhereField: 'anomaly',
    same: () => ({ method: 'PATCH', path: `${app}/waf`, body: { paranoia: 4 } }),
    refused: 9,
    refusedAt: 'paranoia',
  },
  {
    name: 'a hub cache',
    document: 'servers/1/web-applications/101/101.hub-cache.json',
    read: `${app}/platformhub`,
    field: 'cacheFolderSize',
    values: [333, 334],
    sends: (value) => ({
      method: 'PATCH',
      path: `${app}/platformhub`,
      body: { cacheFolderSize: value },
    }),
    elsewhere: (live) => ({
      method: 'PATCH',
      path: `${app}/platformhub`,
      body: { cacheValidMinute: Number(live['cacheValidMinute']) + 1 },
    }),
    elsewhereField: 'cacheValidMinute',
    same: () => ({ method: 'PATCH', path: `${app}/platformhub`, body: { cacheFolderSize: 1234 } }),
    refused: 0,
    refusedAt: 'cacheFolderSize',
  },
  {
    name: 'a cache configuration',
    document: 'servers/1/web-applications/101/101.cache-configuration.json',
    read: `${app}/platformcache`,
    field: 'cacheSettings.cache_settings.page_cache_type',
    values: ['type-a', 'type-b'],
    sends: (value) => ({
      method: 'PATCH',
      path: `${app}/platformcache`,
      body: { pageCacheType: value },
    }),
    elsewhere: (live) => ({
      method: 'PATCH',
      path: `${app}/platformcache`,
      body: { cdnEnabled: at(live, 'cacheSettings.cdn_settings.enable') !== true },
    }),
    elsewhereField: 'cacheSettings.cdn_settings.enable',
    same: () => ({
      method: 'PATCH',
      path: `${app}/platformcache`,
      body: { pageCacheType: 'theirs' },
    }),
    refused: '',
    refusedAt: 'page_cache_type',
  },
  {
    name: 'an integration',
    document: 'integrations/1.integration.json',
    read: '/api/v3/settings/externalapi/1',
    field: 'label',
    values: ['first label', 'second label'],
    sends: (value) => ({
      method: 'PATCH',
      path: '/api/v3/settings/externalapi/1',
      body: { label: value },
    }),
    elsewhere: (live) => ({
      method: 'PATCH',
      path: '/api/v3/settings/externalapi/1',
      body: { service: live['service'] === 'Linode' ? 'upcloud' : 'linode' },
    }),
    elsewhereField: 'service',
    same: () => ({
      method: 'PATCH',
      path: '/api/v3/settings/externalapi/1',
      body: { label: 'a label by another person' },
    }),
    refused: '',
    refusedAt: 'label',
  },
  {
    name: 'the SSL settings of a domain',
    document: 'servers/1/web-applications/101/domains/101/101.ssl.json',
    read: sslPath,
    field: 'provider',
    values: ['csr', 'custom'],
    unsaid: { advancedSSL: false, autoSSL: false },
    sends: (value, live) => ({
      method: 'POST',
      path: sslPath,
      body: { ...sslBody(live), provider: value },
    }),
    elsewhere: (live) => ({
      method: 'POST',
      path: sslPath,
      body: { ...sslBody(live), enableHttp: live['enableHttp'] !== true },
    }),
    elsewhereField: 'enableHttp',
    same: (live) => ({
      method: 'POST',
      path: sslPath,
      body: { ...sslBody(live), provider: 'theirs' },
    }),
    refused: '',
    refusedAt: 'provider',
  },
  {
    name: 'a canvas',
    document: 'canvases/1.canvas.json',
    read: canvasPath,
    field: 'name',
    values: ['first canvas', 'second canvas'],
    sends: (value, live) => ({
      method: 'PUT',
      path: canvasPath,
      body: { ...canvasBody(live), name: value },
    }),
    elsewhere: (live) => {
      const body = canvasBody(live);
      const settings = body['settings'] as Record<string, unknown>;
      const removeHelloWorld = settings['removeHelloWorld'] !== true;
      return {
        method: 'PUT',
        path: canvasPath,
        body: { ...body, settings: { ...settings, removeHelloWorld } },
      };
    },
    elsewhereField: 'settings.removeHelloWorld',
    same: (live) => ({
      method: 'PUT',
      path: canvasPath,
      body: { ...canvasBody(live), name: 'a name by another person' },
    }),
    refused: '',
    refusedAt: 'name',
  },
];

describe('editing documents', () => {
  let probe: SandboxProbe;

  before(async () => {
    probe = new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
  });

  afterEach(async () => {
    await probe.clearFaults();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  describe('of SSH settings, by every way that a service may offer', () => {
    const others = [
      {
        name: 'ssh/config of v3',
        missing: ['404:/api/v3/servers/1/settings/ssh'],
        path: '/api/v3/servers/1/ssh/config',
      },
      {
        name: 'settings/ssh of v2',
        missing: ['404:/api/v3/servers/1/settings/ssh', '404:/api/v3/servers/1/ssh/config'],
        path: '/api/v2/servers/1/settings/ssh',
      },
    ];
    for (const { name, missing, path } of others) {
      it(`takes ${name} where the others are missing`, async () => {
        for (const spec of missing) {
          // oxlint-disable-next-line no-await-in-loop
          await probe.addFault(spec);
        }
        const { document } = await vscode.window.showTextDocument(sshUri);
        const before = toObject(document)['useDns'];
        await replace(document, { useDns: before !== true });
        await probe.forgetRequests();
        assert.equal(await document.save(), true);
        const taken = (await probe.requests()).filter(({ method }) => method === 'PATCH').at(-1);
        assert.equal(taken?.path, path);
        assert.deepEqual(taken.body, { useDns: before !== true });
      });
    }
  });

  it('saves several documents at once, each by its own request', async () => {
    const other = sshUri.with({ path: sshUri.path.replace('servers/1/1.', 'servers/2/2.') });
    const documents = [sshUri, other].map((uri) => vscode.workspace.openTextDocument(uri));
    for (const opened of documents) {
      // oxlint-disable-next-line no-await-in-loop
      const document = await opened;
      // oxlint-disable-next-line no-await-in-loop
      await vscode.window.showTextDocument(document, { preview: false });
      // oxlint-disable-next-line no-await-in-loop
      await replace(document, { useDns: toObject(document)['useDns'] !== true });
    }
    await probe.forgetRequests();
    assert.equal(await vscode.workspace.saveAll(), true);
    const paths = (await probe.requests()).flatMap(({ method, path }) =>
      method === 'PATCH' ? [path] : [],
    );
    assert.deepEqual(new Set(paths), new Set([ssh, ssh.replace('servers/1', 'servers/2')]));
  });

  for (const each of editables) {
    describe(`of ${each.name}`, () => {
      const open = async (): Promise<vscode.TextDocument> => {
        const uri = vscode.Uri.from({
          scheme: 'server-management',
          path: `/server-management/sandbox/${each.document}`,
        });
        return (await vscode.window.showTextDocument(uri)).document;
      };
      const live = (): Promise<Record<string, unknown>> => probe.call('GET', each.read);
      const next = (document: vscode.TextDocument): unknown =>
        each.values.find((value) => value !== at(toObject(document), each.field));
      const change = async (document: vscode.TextDocument, value: unknown): Promise<string> =>
        replace(document, { ...each.unsaid, [each.field]: value });
      const writes = async (): Promise<Call[]> =>
        (await probe.requests())
          .filter(({ method }) => method !== 'GET')
          .map(({ method, path, body }) => ({ method, path, body: body ?? null }));
      const act = ({ method, path, body }: Call): Promise<unknown> =>
        probe.call(method, path, body);

      it('sends what was changed and nothing else', async () => {
        const document = await open();
        const before = await live();
        const value = next(document);
        await change(document, value);
        await probe.forgetRequests();
        assert.equal(await document.save(), true);
        assert.equal(document.isDirty, false);
        assert.deepEqual(await writes(), [each.sends(value, before)]);
        await eventually(() => assert.equal(at(toObject(document), each.field), value));
      });

      it("keeps another person's change of another field, and shows it", async () => {
        const document = await open();
        const value = next(document);
        await change(document, value);
        await act(each.elsewhere(await live()));
        const theirs = await live();
        await probe.forgetRequests();
        assert.equal(await document.save(), true);
        assert.deepEqual(await writes(), [each.sends(value, theirs)]);
        const after = await live();
        await eventually(() => {
          assert.equal(document.isDirty, false);
          assert.equal(at(toObject(document), each.field), value);
          const shown = at(toObject(document), each.elsewhereField);
          assert.deepEqual(shown, at(after, each.elsewhereField));
        });
      });

      if (each.same) {
        const { same } = each;
        it('sends nothing where another person changed the same field', async () => {
          const document = await open();
          const text = await change(document, next(document));
          await act(same(await live()));
          await probe.forgetRequests();
          assert.equal(await document.save(), false);
          assert.deepEqual(await writes(), []);
          assert.equal(document.isDirty, true);
          assert.equal(document.getText(), text);
        });
      }

      it('puts what is refused on its field', async () => {
        const document = await open();
        const text = await change(document, each.refused);
        assert.equal(await document.save(), false);
        const [problem] = problemsOf(document);
        assert.ok(problem);
        assert.match(document.getText(problem.range), new RegExp(each.refusedAt));
        assert.equal(document.getText(), text);
        assert.equal(document.isDirty, true);
      });

      it('stays unsaved when the connection is lost, and is saved by hand later', async () => {
        const document = await open();
        const before = await live();
        const value = next(document);
        const text = await change(document, value);
        const { method } = each.sends(value, before);
        await probe.addFault(`reset:${method}:count=1`);
        await probe.forgetRequests();
        assert.equal(await document.save(), false);
        assert.equal(document.isDirty, true);
        assert.equal(document.getText(), text);
        assert.match(problemsOf(document)[0]?.message ?? '', /could not be reached/);
        assert.equal(await document.save(), true);
        assert.deepEqual((await writes()).at(-1), each.sends(value, before));
        assert.equal(document.isDirty, false);
        assert.deepEqual(problemsOf(document), []);
      });

      it('says that the resource was deleted meanwhile, and keeps the text', async () => {
        const document = await open();
        const text = await change(document, next(document));
        await probe.addFault('404:GET:/api/*');
        assert.equal(await document.save(), false);
        assert.match(problemsOf(document)[0]?.message ?? '', /404/);
        assert.equal(document.getText(), text);
        assert.equal(document.isDirty, true);
      });
    });
  }
});

function toObject(document: vscode.TextDocument): Record<string, unknown> {
  return JSON.parse(document.getText()) as Record<string, unknown>;
}

function at(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) current = (current as Record<string, unknown>)[name];
  return current;
}

/** Puts values into the document as if they were typed; answers the new text. */
async function replace(
  document: vscode.TextDocument,
  values: Record<string, unknown>,
): Promise<string> {
  const content = toObject(document);
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('.');
    const holder = at({ content }, ['content', ...names.slice(0, -1)].join('.'));
    (holder as Record<string, unknown>)[names.at(-1) ?? ''] = value;
  }
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, text);
  await vscode.workspace.applyEdit(edit);
  return text;
}

function problemsOf(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'Server Management');
}
