import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { useSandbox } from '../support/hostProbe';
import type { SandboxProbe } from '../support/sandboxProbe';

const scheme = 'server-management';
const account = '/server-management/sandbox';
const sshPath = '/api/v3/servers/1/settings/ssh';

function uriOf(path: string, of = scheme): vscode.Uri {
  return vscode.Uri.from({ scheme: of, path: `${account}/${path}` });
}

async function type(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, text);
  await vscode.workspace.applyEdit(edit);
}

async function show(uri: vscode.Uri): Promise<vscode.TextDocument> {
  return (await vscode.window.showTextDocument(uri, { preview: false })).document;
}

function findDocument(matches: (uri: vscode.Uri) => boolean): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => matches(uri));
}

async function hoverOver(document: vscode.TextDocument, needle: string): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    document.positionAt(document.getText().indexOf(needle) + 2),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (typeof content === 'string' ? content : content.value))
    .join('\n')
    .replaceAll('&nbsp;', ' ');
}

describe('help with documents', () => {
  let probe: SandboxProbe;

  before(async () => {
    probe = await useSandbox();
  });

  afterEach(async () => {
    await probe.clearFaults();
    for (const { isDirty, uri } of vscode.workspace.textDocuments) {
      if (!isDirty) continue;
      // One editor after the other is in front.
      // oxlint-disable-next-line no-await-in-loop
      await vscode.window.showTextDocument(uri);
      // oxlint-disable-next-line no-await-in-loop
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  describe('before saving', () => {
    const lensTitles = async (uri: vscode.Uri): Promise<string[]> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        uri,
      );
      return lenses.flatMap(({ command }) => (command ? [command.title] : []));
    };

    it('says whose a document is and which fields are not saved', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      const [place = '', state] = await lensTitles(document.uri);
      assert.match(place, /Sandbox › .+ › SSH Settings/);
      assert.match(state ?? '', /as it is live/);
      await type(document, document.getText().replace(/"useDns": (true|false)/, '"useDns": 1'));
      const titles = (await lensTitles(document.uri)).join('\n');
      assert.match(titles, /not saved: useDns/);
      assert.match(titles, /Preview Request/);
    });

    it('shows the exact request and what it changes, and sends nothing', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      const live = await probe.call('GET', sshPath);
      const wanted = live['useDns'] !== true;
      await type(document, JSON.stringify({ ...live, useDns: wanted }));
      await probe.forgetRequests();
      await vscode.commands.executeCommand('serverManagement.previewRequest', document.uri);
      const text = findDocument(({ path }) => path.startsWith('/preview'))?.getText() ?? '';
      assert.ok(text.includes(`PATCH ${sshPath}\n`), text);
      assert.ok(text.includes(`{\n  "useDns": ${wanted}\n}`), text);
      assert.ok(text.includes(`# - "useDns": ${!wanted}\n# + "useDns": ${wanted}`), text);
      assert.deepEqual(
        (await probe.requests()).map(({ method }) => method),
        ['GET'],
      );
    });

    it('shows the request against the live state, not against what was opened', async () => {
      const wafPath = '/api/v3/servers/1/webapps/101/waf';
      await probe.call('PATCH', wafPath, { paranoia: 1, anomaly: 5, isEnabled: true });
      const document = await show(uriOf('servers/1/web-applications/101/101.waf.json'));
      const live = JSON.parse(document.getText()) as Record<string, unknown>;
      await type(document, JSON.stringify({ ...live, paranoia: 3, anomaly: 6 }, undefined, 2));
      await probe.call('PATCH', wafPath, { paranoia: 3, anomaly: 9, isEnabled: false });
      await vscode.commands.executeCommand('serverManagement.previewRequest', document.uri);
      const text =
        findDocument(({ path }) => /^\/preview.*waf/.test(path))?.getText() ?? 'no preview';
      assert.ok(text.includes('{\n  "anomaly": 6\n}'), text);
      assert.ok(text.includes('# - "anomaly": 9\n# + "anomaly": 6'), text);
      assert.match(text, /Not yet: "anomaly" was changed elsewhere meanwhile/);
      assert.doesNotMatch(text, /[-+] "(isEnabled|paranoia)"/);
    });

    it('shows the live state beside the text', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      await type(document, '{ "passwordlessLogin": true }');
      await vscode.commands.executeCommand('serverManagement.compareWithLive', document.uri);
      const live = findDocument(({ path }) => path.startsWith('/live'));
      assert.deepEqual(JSON.parse(live?.getText() ?? ''), await probe.call('GET', sshPath));
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.equal(input.modified.toString(), document.uri.toString());
    });

    it("shows another server's document beside it", async () => {
      const reference = { account: 'sandbox', kind: 'sshSettings', ids: [2] };
      const { uri } = await show(uriOf('servers/1/1.ssh.json'));
      await vscode.commands.executeCommand('serverManagement.compareWithOther', uri, reference);
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.equal(input.original.path, uriOf('servers/2/2.ssh.json').path);
    });
  });

  describe('while typing', () => {
    const complete = async (
      document: vscode.TextDocument,
      needle: string,
    ): Promise<vscode.CompletionItem[]> => {
      const position = document.positionAt(document.getText().indexOf(needle) + needle.length);
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        position,
      );
      return list.items;
    };
    const textsOf = (items: vscode.CompletionItem[]): string[] =>
      items.map(({ insertText, label }) =>
        typeof insertText === 'string'
          ? insertText
          : typeof label === 'string'
            ? label
            : label.label,
      );

    it('marks values of a wrong type, by the schema of the contract', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      await type(document, '{\n  "passwordlessLogin": "yes"\n}\n');
      await eventually(() => {
        const messages = vscode.languages.getDiagnostics(document.uri).map((each) => each.message);
        assert.match(messages.join('\n'), /Incorrect type. Expected "boolean"/);
      });
    });

    it('says what a field means and where that is known from', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      await eventually(async () => {
        const text = await hoverOver(document, '"useDns"');
        assert.match(text, /name of a client is looked up/);
        assert.match(text, /reference §2\.8/);
      });
    });

    it('takes comments and trailing commas, and says that they are not kept', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      const live = await probe.call('GET', sshPath);
      const wanted = live['useDns'] !== true;
      const text = JSON.stringify({ ...live, useDns: wanted }).replace('}', ',}');
      await type(document, `// mine\n${text}\n`);
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
      );
      assert.ok(lenses.some(({ command }) => /Comments are not kept/.test(command?.title ?? '')));
      await probe.forgetRequests();
      assert.equal(await document.save(), true);
      const [patch] = (await probe.requests()).filter(({ method }) => method === 'PATCH');
      assert.deepEqual(patch?.body, { useDns: wanted });
      await eventually(() => {
        assert.equal(document.isDirty, false);
        assert.deepEqual(JSON.parse(document.getText()), { ...live, useDns: wanted });
      });
    });

    it('suggests the values that were seen, and takes any other', async () => {
      const document = await show(uriOf('servers/1/web-applications/101/domains/101/101.ssl.json'));
      const schemaIsThere = async (): Promise<void> => {
        const offered = textsOf(await complete(document, '"authorizationMethod": "'));
        assert.ok(offered.includes('"dns-01"'), offered.join());
      };
      await eventually(schemaIsThere);
      const live = JSON.parse(document.getText()) as Record<string, unknown>;
      const unknown = { ...live, authorizationMethod: 'unheard-of' };
      // A wrong type beside it tells when the check is through.
      await type(document, JSON.stringify({ ...unknown, enableHttp: 7 }, undefined, 2));
      await eventually(() => {
        const messages = vscode.languages.getDiagnostics(document.uri).map((each) => each.message);
        assert.equal(messages.length, 1);
        assert.match(messages[0] ?? '', /Expected "boolean"/);
      });
    });

    it('says of a field that cannot be written that it is read-only', async () => {
      const document = await show(uriOf('servers/1.server.json'));
      await eventually(async () => {
        assert.match(await hoverOver(document, '"ipAddress"'), /Read-only\./);
        assert.doesNotMatch(await hoverOver(document, '"provider"'), /Read-only/);
        assert.match(await hoverOver(document, '"provider"'), /Where the server is hosted/);
      });
    });

    it('fills an empty draft in from a snippet', async () => {
      await vscode.commands.executeCommand('serverManagement.newDraft', {
        account: 'sandbox',
        kind: 'cronJob',
        parents: [1],
      });
      const draft = vscode.window.activeTextEditor?.document;
      assert.equal(draft?.uri.scheme, 'server-management-draft');
      await type(draft, '\n');
      await eventually(async () => {
        const labels = (await complete(draft, '')).map(({ label }) =>
          typeof label === 'string' ? label : label.label,
        );
        assert.ok(labels.includes('New: Cron Job'), labels.join());
      });
    });

    it('explains a schedule in a draft, too, and what is wrong with one', async () => {
      await vscode.commands.executeCommand('serverManagement.newDraft', {
        account: 'sandbox',
        kind: 'cronJob',
        parents: [1],
      });
      const draft = vscode.window.activeTextEditor?.document;
      assert.ok(draft);
      const fiveRuns = (await hoverOver(draft, '"hour"')).match(/\d\d:\d\d/g) ?? [];
      assert.ok(fiveRuns.length >= 5, fiveRuns.join());
      await type(draft, draft.getText().replace('"hour": "3"', '"hour": "25"'));
      assert.match(await hoverOver(draft, '"hour"'), /"25" is not what cron understands/);
    });

    it('explains a schedule, with the next five runs', async () => {
      const document = await show(uriOf('servers/1/cron-jobs/102.cron-job.json'));
      const text = await hoverOver(document, '"minute"');
      assert.match(text, /every 5th minute/);
      assert.equal(text.match(/\d\d:\d\d/g)?.length, 5);
    });
  });

  describe('drafts', () => {
    it('are created by saving, give way to the document, and the row appears', async () => {
      await vscode.commands.executeCommand('serverManagement.newDraft', {
        account: 'sandbox',
        kind: 'cronJob',
        parents: [1],
      });
      const draft = vscode.window.activeTextEditor?.document;
      assert.ok(draft);
      assert.equal(draft.uri.scheme, 'server-management-draft');
      const content = JSON.parse(draft.getText()) as Record<string, unknown>;
      const wanted = { ...content, label: 'From a draft', username: 'webmaster', command: 'true' };
      await type(draft, JSON.stringify(wanted, undefined, 2));
      await probe.forgetRequests();
      assert.equal(await draft.save(), true);
      const [post] = (await probe.requests()).filter(({ method }) => method === 'POST');
      assert.deepEqual(post?.body, wanted);
      await eventually(() => {
        const { document } = vscode.window.activeTextEditor ?? {};
        assert.equal(document?.uri.scheme, scheme);
        assert.match(document?.getText() ?? '', /From a draft/);
        const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: each }) => each);
        assert.ok(!tabs.some(({ label }) => label.startsWith('new-')), 'the draft is still open');
      });
    });

    it('stay with the errors on their fields when they are refused', async () => {
      await vscode.commands.executeCommand('serverManagement.newDraft', {
        account: 'sandbox',
        kind: 'server',
        parents: [],
      });
      const draft = vscode.window.activeTextEditor?.document;
      assert.ok(draft);
      const text = draft.getText().replace('"ipAddress": ""', '"ipAddress": "nowhere"');
      await type(draft, text);
      assert.equal(await draft.save(), false);
      assert.equal(draft.getText(), text);
      const problems = vscode.languages.getDiagnostics(draft.uri);
      const marked = problems.map(({ range }) => draft.getText(range)).join('\n');
      assert.match(marked, /"ipAddress": "nowhere"/);
      assert.match(marked, /"name": ""/);
    });

    it('start from a resource, for another server too', async () => {
      await vscode.commands.executeCommand(
        'serverManagement.duplicate',
        { account: 'sandbox', kind: 'supervisorJob', ids: [1, 101] },
        { account: 'sandbox', kind: 'supervisorJob', parents: [2] },
      );
      const draft = vscode.window.activeTextEditor?.document;
      assert.ok(draft);
      const source = await probe.call('GET', '/api/v3/servers/1/supervisors/101');
      const content = JSON.parse(draft.getText()) as Record<string, unknown>;
      assert.match(draft.uri.path, /\/servers\/2\/supervisor-jobs\/new-1\./);
      assert.deepEqual(
        [content['label'], content['binary'], content['command']],
        [source['label'], '', source['command']],
      );
    });

    it('take no secret in their text', async () => {
      await vscode.commands.executeCommand('serverManagement.newDraft', {
        account: 'sandbox',
        kind: 'integration',
        parents: [],
      });
      const draft = vscode.window.activeTextEditor?.document;
      assert.ok(draft);
      await type(draft, '{ "label": "x", "service": "sftp", "secret": "typed" }');
      await probe.forgetRequests();
      assert.equal(await draft.save(), false);
      const [problem] = vscode.languages.getDiagnostics(draft.uri);
      assert.match(problem?.message ?? '', /take it out of the text/);
      assert.deepEqual(await probe.requests(), []);
    });
  });

  describe('large and odd documents', () => {
    it('of two megabytes are opened, edited and saved', async function () {
      this.timeout(60_000);
      const command = `echo ${'ü'.repeat(1_000_000)}`;
      const fields = { minute: '1', hour: '1', dayOfMonth: '*', month: '*', dayOfWeek: '*' };
      const label = 'huge ☂ "job" \\ 漢字 \u{1f600}';
      const job = await probe.call('POST', '/api/v2/servers/2/cronjobs', {
        label,
        username: 'runner',
        command,
        ...fields,
      });
      const document = await show(uriOf(`servers/2/cron-jobs/${String(job['id'])}.cron-job.json`));
      assert.equal((JSON.parse(document.getText()) as { label: string }).label, label);
      const edit = new vscode.WorkspaceEdit();
      const at = document.positionAt(document.getText().indexOf('"1"'));
      edit.replace(document.uri, new vscode.Range(at, at.translate(0, 3)), '"59"');
      await vscode.workspace.applyEdit(edit);
      assert.equal(await document.save(), true);
      const path = `/api/v2/servers/2/cronjobs/${String(job['id'])}`;
      const after = await probe.call('GET', path);
      assert.equal(after['time'], '59 1 * * *');
      assert.equal(after['command'], command);
      await probe.call('DELETE', path);
    });
  });
});
