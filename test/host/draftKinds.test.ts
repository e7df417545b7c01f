import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { SandboxProbe } from '../support/sandboxProbe';
import { closeEditors } from '../support/hostProbe';
import { saveByKey } from '../support/host/saveByKey';

interface DraftCase {
  readonly kind: string;
  readonly parents: readonly number[];
  /** The values that the person fills in; all others are defaults. */
  readonly filled: Readonly<Record<string, unknown>>;
  readonly path: string;
}

const server = '/api/v3/servers/1';

/** A draft of every kind that needs no secret; for secrets, the person would be asked. */
const drafts: readonly DraftCase[] = [
  {
    kind: 'server',
    parents: [],
    filled: { name: 'drafted', ipAddress: '192.0.2.88' },
    path: '/api/v3/servers',
  },
  {
    kind: 'supervisorJob',
    parents: [1],
    filled: { label: 'Drafted', username: 'webmaster', command: 'sleep 60' },
    path: `${server}/supervisors`,
  },
  {
    kind: 'cronJob',
    parents: [1],
    filled: { label: 'Drafted', username: 'webmaster', command: '/bin/true' },
    path: '/api/v2/servers/1/cronjobs',
  },
  {
    kind: 'firewallRule',
    parents: [1],
    filled: { ipAddress: '192.0.2.0/24' },
    path: `${server}/security/firewalls`,
  },
  {
    kind: 'ssl',
    parents: [1, 101, 102],
    filled: {},
    path: `${server}/webapps/101/domains/102/ssl`,
  },
  {
    kind: 'atomicProject',
    parents: [],
    filled: { name: 'Drafted', webApplication: 101 },
    path: '/api/v3/atomic',
  },
  {
    kind: 'sshKey',
    parents: [1],
    filled: { label: 'Drafted', username: 'webmaster', publicKey: 'ssh-ed25519 AAAA me' },
    path: `${server}/ssh/credentials`,
  },
  { kind: 'database', parents: [1], filled: { name: 'drafted' }, path: `${server}/databases` },
  {
    kind: 'webApplication',
    parents: [1],
    filled: {
      name: 'drafted',
      domainName: 'drafted.example.com',
      user: 101,
      phpVersion: 'php83',
    },
    path: `${server}/webapps/custom`,
  },
  {
    kind: 'gitRepository',
    // The atomic project above deploys to 101, which therefore can't have a repository of its own.
    parents: [1, 103],
    filled: { repository: 'shop/drafted' },
    path: `${server}/webapps/103/git`,
  },
  {
    kind: 'domain',
    parents: [1, 101],
    filled: { name: 'drafted.example.org' },
    path: `${server}/webapps/101/domains`,
  },
  { kind: 'waf', parents: [1, 104], filled: {}, path: `${server}/webapps/104/waf` },
  { kind: 'hubCache', parents: [1, 104], filled: {}, path: `${server}/webapps/104/platformhub` },
];

describe('drafts of every kind', () => {
  let probe: SandboxProbe;

  before(async () => {
    probe = new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
    await probe.call('POST', '/__sandbox/reset');
  });

  afterEach(async () => {
    await probe.clearFaults();
    await closeEditors();
  });

  for (const { kind, parents, filled, path } of drafts) {
    it(`send the fields of a ${kind}, and are replaced by its document`, async () => {
      const draft = await start(kind, parents);
      const content = { ...(JSON.parse(draft.getText()) as object), ...filled };
      await type(draft, content);
      await probe.forgetRequests();
      await vscode.commands.executeCommand('serverManagement.createFromDraft', draft.uri);
      const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
      assert.deepEqual(
        writes.map((each) => [each.method, each.path, each.body]),
        [['POST', path, content]],
      );
      await eventually(() => {
        const { document } = vscode.window.activeTextEditor ?? {};
        assert.equal(document?.uri.scheme, 'server-management');
      });
    });

    it(`of a ${kind} keep their text if the service fails`, async () => {
      const draft = await start(kind, parents);
      await type(draft, { ...(JSON.parse(draft.getText()) as object), ...filled });
      const text = draft.getText();
      await probe.addFault(`500:POST:${path}`);
      assert.equal(await saveByKey(draft), false);
      assert.deepEqual([draft.isDirty, draft.getText()], [true, text]);
      const [problem] = vscode.languages.getDiagnostics(draft.uri);
      assert.match(problem?.message ?? '', /service failed \(500\)/);
    });
  }
});

/** Picks the first of several ways to create a kind. */
async function start(kind: string, parents: readonly number[]): Promise<vscode.TextDocument> {
  const place = { account: 'sandbox', kind, parents };
  const restore = replaceMember(vscode.window, 'showQuickPick', (items: readonly unknown[]) =>
    Promise.resolve(items[0]),
  );
  try {
    await vscode.commands.executeCommand('serverManagement.newDraft', place);
  } finally {
    restore();
  }
  const draft = vscode.window.activeTextEditor?.document;
  assert.equal(draft?.uri.scheme, 'server-management-draft');
  return draft;
}

/** Ends with a space, so that a draft whose defaults suffice also counts as edited. */
async function type(document: vscode.TextDocument, content: object): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, `${JSON.stringify(content, undefined, 2)} `);
  await vscode.workspace.applyEdit(edit);
}
