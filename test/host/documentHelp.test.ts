import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { useSandbox } from '../support/hostProbe';
import { recordMessages } from '../support/host/recordedMessages';
import { saveByKey } from '../support/host/saveByKey';
import { lensTitles, lensesOf } from '../support/host/provided';
import { allTests } from '../support/eachTest';
import { startDraft } from '../support/hostProbe';

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
  assert.ok(await vscode.workspace.applyEdit(edit), 'the text changed meanwhile');
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

describe('document features', () => {
  const probe = allTests(useSandbox);

  afterEach(async () => {
    await probe.clearFaults();
    for (const { isDirty, uri } of vscode.workspace.textDocuments) {
      if (!isDirty) continue;
      // Only one editor can be active at a time.
      await vscode.window.showTextDocument(uri);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  describe('before saving', () => {
    it('shows the place of a document and which fields are unsaved', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      const [place = '', state] = (await lensTitles(document.uri)).split('\n');
      assert.match(place, /Sandbox › .+ › SSH Settings/);
      assert.match(state ?? '', /As of \d/);
      await type(document, document.getText().replace(/"useDns": (true|false)/, '"useDns": 1'));
      const titles = await lensTitles(document.uri);
      assert.match(titles, /Unsaved: useDns/);
      assert.match(titles, /Preview/);
    });

    it('offers the one useful action, never deletion, and fits above a narrow document', async () => {
      for (const [path, action] of [
        ['servers/1/cron-jobs/101.cron-job.json', 'Run'],
        ['servers/1/web-applications/101/domains/101.domain.json', 'Open Website'],
        ['servers/1/database-users/101.database-user.json', 'Change Password…'],
        ['integrations/1.integration.json', 'Change Secret…'],
        ['servers/1/web-applications/101/101.waf.json', undefined],
      ] as const) {
        const { uri } = await show(uriOf(path));
        const [place, ...others] = (await lensesOf(uri)).filter(({ command }) => command !== '');
        const useful = others.filter(
          ({ command }) => command !== 'serverManagement.compareWithLive',
        );
        assert.deepEqual(
          useful.map(({ title }) => title),
          action === undefined ? [] : [action],
        );
        assert.ok(place && place.title.length <= '$(list-tree) '.length + 42, place?.title);
      }
      const draft = await startDraft({ account: 'sandbox', kind: 'domain', parents: [1, 101] });
      const [start] = await lensesOf(draft.uri);
      assert.match(start?.title ?? '', /^\$\(new-file\)\s… › storefront › New: Domain$/u);
      const readOnly = await show(uriOf('servers/1/databases/101.database.json'));
      const lenses = await lensesOf(readOnly.uri);
      const commands = new Map(lenses.map(({ title, command }) => [title, command]));
      const [reason] = [...commands.keys()].filter((title) => title.includes('Read-only'));
      assert.ok(reason, [...commands.keys()].join('\n'));
      assert.equal(commands.get(reason), '');
    });

    it('shows the exact request and its effect, and sends nothing', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      const live = await probe.call('GET', sshPath);
      const wanted = live['useDns'] !== true;
      await type(document, JSON.stringify({ ...live, useDns: wanted }));
      await probe.forgetRequests();
      await vscode.commands.executeCommand('serverManagement.previewRequest', document.uri);
      const preview = findDocument(({ path }) => /^\/preview.*ssh/.test(path));
      // This language provides the colors, without another extension.
      assert.equal(preview?.languageId, 'server-management-http');
      const text = preview.getText();
      assert.ok(text.includes(`PATCH ${sshPath}\n`), text);
      assert.ok(text.includes(`{\n  "useDns": ${wanted}\n}`), text);
      assert.ok(text.includes(`# - "useDns": ${!wanted}\n# + "useDns": ${wanted}`), text);
      assert.deepEqual(
        (await probe.requests()).filter(({ path }) => path === sshPath).map(({ method }) => method),
        ['GET'],
      );
    });

    it('says why it cannot show the request of a text that is not valid', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      await type(document, '{ "useDns": true }');
      const recorded = recordMessages();
      await vscode.commands.executeCommand('serverManagement.previewRequest', document.uri);
      recorded.restore();
      const [message] = recorded.messages;
      assert.equal(recorded.messages.length, 1);
      assert.match(
        message?.text ?? '',
        /^"Preview Request" failed for ".+ › SSH Settings"\. "passwordlessLogin" .* Nothing was sent\.$/,
      );
    });

    it('compares the request with the live state, not with the state when opened', async () => {
      const wafPath = '/api/v3/servers/1/webapps/101/waf';
      await probe.call('PATCH', wafPath, { paranoia: 1, anomaly: 5, isEnabled: true });
      const document = await show(uriOf('servers/1/web-applications/101/101.waf.json'));
      const read = (): Record<string, unknown> => JSON.parse(document.getText()) as never;
      // One that was open before first has its earlier text.
      await eventually(() => assert.deepEqual([read()['paranoia'], read()['anomaly']], [1, 5]));
      const live = read();
      await type(document, JSON.stringify({ ...live, paranoia: 3, anomaly: 6 }, undefined, 2));
      await probe.call('PATCH', wafPath, { paranoia: 3, anomaly: 9, isEnabled: false });
      await vscode.commands.executeCommand('serverManagement.previewRequest', document.uri);
      let text = '';
      await eventually(() => {
        const preview = findDocument(({ path }) => /^\/preview.*waf/.test(path));
        text = preview?.getText() ?? assert.fail('no preview');
      });
      assert.ok(text.includes('{\n  "anomaly": 6\n}'), text);
      assert.ok(text.includes('# - "anomaly": 9\n# + "anomaly": 6'), text);
      assert.match(text, /"anomaly" was changed elsewhere in the meantime/);
      assert.doesNotMatch(text, /[-+] "(isEnabled|paranoia)"/);
    });

    it('shows the live state next to the text', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      await type(document, '{ "passwordlessLogin": true }');
      await vscode.commands.executeCommand('serverManagement.compareWithLive', document.uri);
      const live = findDocument(({ path }) => /^\/live.*ssh/.test(path));
      assert.deepEqual(JSON.parse(live?.getText() ?? ''), await probe.call('GET', sshPath));
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.equal(input.modified.toString(), document.uri.toString());
    });

    it("shows another server's document next to it", async () => {
      const reference = { account: 'sandbox', kind: 'sshSettings', ids: [2] };
      const { uri } = await show(uriOf('servers/1/1.ssh.json'));
      await vscode.commands.executeCommand('serverManagement.compareWithOther', uri, reference);
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.match(input.original.path, /\/batch-amsterdam~2\.ssh\.json$/);
    });

    it('compares two selected rows without asking for the other', async () => {
      const rows = [1, 2].map((id) => {
        const reference = { account: 'sandbox', kind: 'sshSettings', ids: [id] };
        return { type: 'resource', reference };
      });
      await vscode.commands.executeCommand('serverManagement.compareWithOther', rows[0], rows);
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.match(input.original.path, /\/batch-amsterdam~2\.ssh\.json$/);
      assert.match(input.modified.path, /1\.ssh\.json$/);
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

    it('marks values of the wrong type, by the schema of the contract', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      await type(document, '{\n  "passwordlessLogin": "yes"\n}\n');
      await eventually(() => {
        const messages = vscode.languages.getDiagnostics(document.uri).map((each) => each.message);
        assert.match(messages.join('\n'), /Incorrect type. Expected one of boolean, null/);
      });
    });

    it('marks everything that a save would reject, and updates the marks with each edit', async () => {
      const document = await show(uriOf('servers/1/cron-jobs/101.cron-job.json'));
      const before = document.getText();
      const live = JSON.parse(before) as Record<string, unknown>;
      const { command: _removed, ...rest } = live;
      const text = { ...rest, id: 7, made_up: 1, hour: '99', minute: '77' };
      await type(document, JSON.stringify(text, undefined, 2));
      const messages = (): string =>
        vscode.languages
          .getDiagnostics(document.uri)
          .map((each) => each.message)
          .join('\n');
      await eventually(() => {
        assert.match(messages(), /"id" is read-only: restore the original value\./);
        assert.match(messages(), /"made_up" is an unknown field: remove it\./);
        assert.match(messages(), /"command" can be changed but not removed/);
        assert.match(messages(), /"99" isn't a valid hour/);
        assert.match(messages(), /"77" isn't a valid minute/);
      });
      await type(document, before);
      await eventually(() => assert.equal(messages(), ''));
    });

    it('explains a field and its source', async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      await eventually(async () => {
        const text = await hoverOver(document, '"useDns"');
        assert.match(text, /client host names/);
        assert.match(text, /\(documented\)/);
      });
    });

    it("accepts comments and trailing commas, and says that they aren't kept", async () => {
      const document = await show(uriOf('servers/1/1.ssh.json'));
      const live = await probe.call('GET', sshPath);
      const wanted = live['useDns'] !== true;
      const text = JSON.stringify({ ...live, useDns: wanted }).replace('}', ',}');
      await type(document, `// mine\n${text}\n`);
      assert.match(await lensTitles(document.uri), /Comments aren't saved/);
      await probe.forgetRequests();
      assert.equal(await saveByKey(document), true);
      const [patch] = (await probe.requests()).filter(({ method }) => method === 'PATCH');
      assert.deepEqual(patch?.body, { useDns: wanted });
      await eventually(() => {
        assert.equal(document.isDirty, false);
        assert.deepEqual(JSON.parse(document.getText()), { ...live, useDns: wanted });
      });
    });

    it('suggests observed values, and accepts any other', async () => {
      const document = await show(uriOf('servers/1/web-applications/101/domains/101/101.ssl.json'));
      const schemaIsThere = async (): Promise<void> => {
        const offered = textsOf(await complete(document, '"authorizationMethod": "'));
        assert.ok(offered.includes('"dns-01"'), offered.join());
      };
      await eventually(schemaIsThere);
      const live = JSON.parse(document.getText()) as Record<string, unknown>;
      const unknown = { ...live, authorizationMethod: 'unheard-of' };
      // A value of the wrong type next to it shows when validation is complete.
      await type(document, JSON.stringify({ ...unknown, enableHttp: 7 }, undefined, 2));
      await eventually(() => {
        const messages = vscode.languages.getDiagnostics(document.uri).map((each) => each.message);
        const [type, ...others] = messages.filter((each) => !/^Set ".*", too/.test(each));
        assert.match(type ?? '', /Expected "boolean"/);
        assert.deepEqual(others, []);
      });
    });

    it('says that a field is read-only', async () => {
      const document = await show(uriOf('servers/1.server.json'));
      await eventually(async () => {
        assert.match(
          await hoverOver(document, '"ipAddress"'),
          /Read-only: the service can't change/,
        );
        assert.match(await hoverOver(document, '"id"'), /Read-only: the service assigns it/);
        assert.doesNotMatch(await hoverOver(document, '"provider"'), /Read-only/);
        assert.match(await hoverOver(document, '"provider"'), /Hosting provider/);
      });
    });

    it('fills in an empty draft from a snippet', async () => {
      const draft = await startDraft({ account: 'sandbox', kind: 'cronJob', parents: [1] });
      await type(draft, '\n');
      await eventually(async () => {
        const labels = (await complete(draft, '')).map(({ label }) =>
          typeof label === 'string' ? label : label.label,
        );
        assert.ok(labels.includes('New: Cron Job'), labels.join());
      });
    });

    it("explains a schedule in a draft, too, and says what's wrong with an invalid one", async () => {
      const draft = await startDraft({ account: 'sandbox', kind: 'cronJob', parents: [1] });
      const runs = (await hoverOver(draft, '"hour"')).match(/\d\d:\d\d/g) ?? [];
      assert.ok(runs.length >= 3, runs.join());
      await type(draft, draft.getText().replace('"hour": "3"', '"hour": "25"'));
      assert.match(await hoverOver(draft, '"hour"'), /"25" isn't a valid hour/);
    });

    it('explains a schedule, with the next three runs', async () => {
      const document = await show(uriOf('servers/1/cron-jobs/102.cron-job.json'));
      const text = await hoverOver(document, '"minute"');
      assert.match(text, /Every 5 minutes/);
      assert.equal(text.match(/\d\d:\d\d/g)?.length, 3);
    });
  });

  describe('drafts', () => {
    it('are created by saving and replaced by the document, and the row appears', async () => {
      const draft = await startDraft({ account: 'sandbox', kind: 'cronJob', parents: [1] });
      const content = JSON.parse(draft.getText()) as Record<string, unknown>;
      const wanted = { ...content, label: 'From a draft', username: 'webmaster', command: 'true' };
      await type(draft, JSON.stringify(wanted, undefined, 2));
      await probe.forgetRequests();
      assert.equal(await saveByKey(draft), true);
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

    it('stay open with the errors on their fields if rejected', async () => {
      const draft = await startDraft({ account: 'sandbox', kind: 'server', parents: [] });
      const text = draft.getText().replace('"ipAddress": ""', '"ipAddress": "nowhere"');
      await type(draft, text);
      assert.equal(await saveByKey(draft), false);
      assert.equal(draft.getText(), text);
      const problems = vscode.languages.getDiagnostics(draft.uri);
      const marked = problems.map(({ range }) => draft.lineAt(range.start).text).join('\n');
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
      assert.match(draft.uri.path, /\/batch-amsterdam~2\/Supervisor Jobs\/new-1\./);
      assert.deepEqual(
        [content['label'], content['binary'], content['command']],
        [source['label'], '', source['command']],
      );
    });
  });

  describe('large and odd documents', () => {
    it('of nearly a megabyte, the most that the service accepts, can be opened, edited and saved', async () => {
      const command = `echo ${'ü'.repeat(500_000)}`;
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
      assert.equal(await saveByKey(document), true);
      const path = `/api/v3/servers/2/cronjobs/${String(job['id'])}`;
      const after = await probe.call('GET', path);
      assert.equal(after['time'], '59 1 * * *');
      assert.equal(after['command'], command);
      await probe.call('DELETE', path);
    });
  });
});
