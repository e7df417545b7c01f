import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { replaceMember } from '../support/host/replaceMember';
import type { StagedChange } from '../../src/pending/stagedChange';
import { toActionContext } from '../../src/ui/commands/handlers/actionHandlers';
import { revertChange } from '../../src/ui/commands/handlers/documentHandlers';
import type { Services } from '../../src/ui/commands/services';
import { applyPending, askAboutFound, keepStaged } from '../../src/ui/pending/applyPending';
import { openAccountWindow } from '../support/host/accountWindow';
import { allTests } from '../support/eachTest';

const job = { account: 'service', kind: 'cronJob', ids: [1, 101] } as const;
const changes = [{ path: ['hour'], before: '2', after: '3' }];
const staged: StagedChange = {
  reference: job,
  origin: 'person',
  path: '/Example Hosting/shop-frankfurt/Cron Jobs/Nightly backup.cron-job.json',
  at: 1,
  changes,
  state: { type: 'pending' },
};

/** A creation that may still arrive at the service. */
const maybeCreated: StagedChange = {
  ...staged,
  operation: 'create',
  reference: { ...job, ids: [1, 'Fresh'] },
  changes: [{ path: ['label'], before: undefined, after: 'Fresh' }],
  state: { type: 'unknown', text: '', isLate: true },
};

/** Where something is asked: how it's brought about, or why it needs no server or account. */
interface Asked {
  readonly ask?: (services: Services) => Promise<unknown>;
  /** What it's only about. */
  readonly only?: 'this machine' | 'accounts, which it names';
  /** The test that asks it elsewhere, and compares what it names. */
  readonly test?: string;
}

/** Everything that asks for a decision, by the file in which it does. */
const questions: Readonly<Record<string, readonly Asked[]>> = {
  'actions/runAction.ts': [{ test: 'test/host/actionPrompts.test.ts' }],
  'actions/question.ts': [
    { test: 'test/unit/actions/table/everyAction.test.ts' },
    { test: 'test/unit/actions/draftQuestions.test.ts' },
    { test: 'test/unit/actions/draftQuestions.test.ts' },
    { only: 'this machine' },
  ],
  'documents/writing/guard.ts': [
    { test: 'test/unit/resources/lockOut/guard.test.ts' },
    { test: 'test/unit/pending/reverts.test.ts' },
  ],
  'ui/accounts/accountActions.ts': [
    { only: 'accounts, which it names' },
    { only: 'accounts, which it names' },
  ],
  'ui/agents/agents.ts': [{ only: 'accounts, which it names' }, { only: 'this machine' }],
  // How many requests a check takes, in all accounts.
  'ui/commands/handlers/attentionHandlers.ts': [{ only: 'this machine' }],
  'ui/commands/handlers/copyHandlers.ts': [{ test: 'test/host/installationScript.test.ts' }],
  'ui/commands/handlers/accountHandlers.ts': [
    { only: 'this machine' },
    { only: 'accounts, which it names' },
    { only: 'this machine' },
  ],
  'ui/commands/handlers/connectHandlers.ts': [
    { test: 'test/host/connect.test.ts' },
    { test: 'test/host/connect.test.ts' },
  ],
  'ui/commands/handlers/documentHandlers.ts': [
    {
      ask: (services) =>
        revertChange(services, { at: 1, reference: job, label: '', changes, outcome: 'done' }),
    },
  ],
  'ui/commands/handlers/sshHosts.ts': [{ only: 'this machine' }],
  'ui/pending/rollout.ts': [{ test: 'test/host/rollout.test.ts' }],
  'ui/pending/folders/folderCommands.ts': [{ only: 'accounts, which it names' }],
  'ui/pending/applyPending.ts': [
    { ask: (services) => apply(services, { ...staged, operation: 'delete' }) },
    { ask: (services) => askAboutFound(services, toActionContext(services), [maybeCreated]) },
    { ask: (services) => keepStaged(services, staged) },
    { only: 'this machine' },
  ],
};

/** The question before applying is asked by the guard of the writes. */
const applying: Asked = { ask: (services) => apply(services, staged) };

function apply(services: Services, change: StagedChange): Promise<void> {
  return applyPending(services, [change], toActionContext(services));
}

describe('questions', () => {
  let asked: string[];
  let restore: () => void;

  const window = allTests(() =>
    openAccountWindow({ id: 'service', label: 'Example Hosting', environment: 'production' }),
  );
  beforeEach(() => {
    asked = [];
    restore = replaceMember(
      vscode.window,
      'showWarningMessage',
      (text: string, { detail = '' }: vscode.MessageOptions = {}) => {
        asked.push(`${text}\n${detail}`);
        return Promise.resolve(undefined);
      },
    );
  });

  afterEach(() => restore());

  it('are all in this table', async () => {
    const source = vscode.extensions.getExtension('server-management.server-management-explorer');
    const root = `${source?.extensionPath}/src`;
    const counts: Record<string, number> = {};
    const all = await readdir(root, { recursive: true });
    for (const file of all.filter((each) => each.endsWith('.ts')).toSorted()) {
      const text = await readFile(`${root}/${file}`, 'utf8');
      const calls = text.match(
        /(?<!function |^ {2})\b(?:askModal|askModalChoice|askInNotification|confirm)\(/gm,
      );
      if (calls) counts[file] = calls.length;
    }
    // The places that hand a question on to the editor.
    for (const file of ['ui/editor/messages.ts', 'ui/prompts/vscodePrompts.ts'])
      delete counts[file];
    assert.deepEqual(
      counts,
      Object.fromEntries(Object.entries(questions).map(([file, each]) => [file, each.length])),
    );
  });

  for (const [file, all] of [...Object.entries(questions), ['applying', [applying]] as const]) {
    for (const { ask } of all) {
      if (!ask) continue;
      it(`name server and account: ${file}`, async () => {
        await ask(window.services);
        assert.equal(asked.length, 1, asked.join('\n\n'));
        assert.match(asked[0] ?? '', /shop-frankfurt/);
        assert.match(asked[0] ?? '', /Example Hosting \(Production\)/);
      });
    }
  }
});
