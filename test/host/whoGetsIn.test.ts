import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import { eventually } from '../support/eventually';
import { lensTitles } from '../support/host/provided';
import { replaceMember } from '../support/host/replaceMember';
import { TestBox } from '../support/host/testBox';
import { TestPick } from '../support/host/testPick';
import { closeEditors, startDraft } from '../support/hostProbe';
import { SandboxProbe } from '../support/sandboxProbe';
import { creations } from '../../src/documents/creations/creations';
import { askForm } from '../../src/ui/prompts/askForm';

describe('who gets in', () => {
  describe('in a text', () => {
    before(async () => {
      const sandbox: ConstructorParameters<typeof SandboxProbe>[0] =
        await vscode.commands.executeCommand('serverManagement.useSandbox');
      await new SandboxProbe(sandbox).call('POST', '/__sandbox/reset');
    });

    afterEach(closeEditors);

    it('of a rule is one line above its port', async () => {
      const path = '/server-management/sandbox/servers/1/firewall-rules/101.firewall-rule.json';
      const uri = vscode.Uri.from({ scheme: 'server-management', path });
      await vscode.window.showTextDocument(uri);
      assert.match(
        await lensTitles(uri),
        /Once deployed: TCP 22 \(SSH\), IPv4, IPv6: everyone \(without it: no rule\)/,
      );
      const lenses: vscode.CodeLens[] = await vscode.commands.executeCommand(
        'vscode.executeCodeLensProvider',
        uri,
      );
      const at = lenses.find(({ command }) => command?.title.includes('Once deployed'))?.range;
      const { document } = vscode.window.activeTextEditor ?? assert.fail();
      assert.match(document.lineAt(at?.start ?? assert.fail()).text, /"port"/);
    });

    it('of a draft follows what is typed', async () => {
      const draft = await startDraft({ account: 'sandbox', kind: 'firewallRule', parents: [1] });
      const edit = new vscode.WorkspaceEdit();
      const rule = {
        type: 'rich',
        port: 2222,
        protocol: 'tcp',
        ipAddress: '203.0.113.0/24',
        firewallAction: 'accept',
      };
      const all = draft.validateRange(new vscode.Range(0, 0, draft.lineCount, 0));
      edit.replace(draft.uri, all, JSON.stringify(rule));
      await vscode.workspace.applyEdit(edit);
      assert.match(
        await lensTitles(draft.uri),
        /TCP 2222, IPv4: 203\.0\.113\.0\/24 allowed, others without a rule \(without it: no rule\)/,
      );
    });
  });

  describe('in the form of a rule', () => {
    let world: ActionWorld;
    let pick: TestPick | undefined;
    let restores: readonly (() => void)[];

    beforeEach(async () => {
      world = await startActionWorld();
      pick = undefined;
      restores = [
        replaceMember(vscode.window, 'createQuickPick', () => (pick = new TestPick()) as never),
        replaceMember(vscode.window, 'createInputBox', () => new TestBox() as never),
      ];
    });

    afterEach(async () => {
      for (const restore of restores) restore();
      await world.close();
    });

    it('is said where it is sent', async () => {
      const settings = creations.firewallRule?.fields().findLast(({ type }) => type === 'settings');
      assert.ok(settings);
      void askForm({
        title: 'Create Firewall Rule',
        fields: [settings],
        from: [
          world.context(new ScriptedPrompts()),
          { account: 'service', kind: 'firewallRule', parents: [1] },
        ] as const,
        given: { port: 22, ipAddress: '203.0.113.0/24' },
        savedAnswers: new Map(),
      });
      const detail = () => pick?.items[0]?.detail;
      await eventually(() => assert.match(detail() ?? '', /^Changes nothing/));
      pick?.enter('Action');
      await eventually(() => assert.ok(pick?.labels.includes('Reject')));
      pick?.enter('Reject');
      await eventually(() =>
        assert.equal(
          detail(),
          'Once deployed: TCP 22 (SSH), IPv4: 203.0.113.0/24 not known, others allowed (without it: everyone)',
        ),
      );
    });
  });
});
