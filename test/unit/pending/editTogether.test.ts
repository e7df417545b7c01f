import assert from 'node:assert/strict';
import { changesOfRows, compareRows, TogetherTexts } from '../../../src/pending/togetherTexts';
import { parseText } from '../../../src/documents/content';
import { type StagedChange, toPendingPath } from '../../../src/pending/stagedChange';
import type { Account } from '../../../src/accounts/account';
import { collectionsToCount, toApplyQuestion } from '../../../src/pending/question';
import { DocumentError } from '../../../src/documents/writing/outcome';
import { findKind } from '../../../src/resources/kinds/kinds';
import { cronAt } from '../../support/pending/pendingWorld';

const nothing = (): Promise<void> => Promise.resolve();
const kind = findKind('cronJob');
const schedule = { minute: '1', hour: '2', dayOfMonth: '*', month: '*', dayOfWeek: '*' };

function rowOf(id: number, fields: Record<string, string>) {
  const content = { id, label: `job ${id}`, username: 'root', command: 'true', ...schedule };
  return { reference: cronAt(1, id), content: { ...content, ...fields } };
}

describe('Several resources edited together', () => {
  const rows = [rowOf(1, {}), rowOf(2, { hour: '3' }), rowOf(3, { hour: '3', username: 'web' })];

  function createTexts(): TogetherTexts {
    const kept = new Map<string, unknown>();
    const storage = {
      get: (key: string) => kept.get(key),
      update: async (key: string, value: unknown) => void kept.set(key, value),
    };
    const changes = { refresh: nothing, stage: nothing, find: () => undefined };
    return new TogetherTexts(changes as never, storage as never, undefined as never);
  }

  it('explain themselves: a line about them, and a comment for each field that differs', async () => {
    const together = createTexts();
    const path = await together.start(
      'cronJob',
      rows.map((row) => ({ ...row, path: '/one.cron-job.json' })),
    );
    assert.equal(
      together.describe(path, () => undefined),
      '3 cron jobs · label, username, hour differ · Saving stages changes; nothing is sent',
    );
    const { text = '' } = together.read(path) ?? {};
    assert.deepEqual(text.split('\n').slice(0, 4), [
      '{',
      '  // "label": "job 1" (1×), "job 2" (1×), "job 3" (1×)',
      '  // "username": "root" (2×), "web" (1×)',
      '  // "hour": "3" (2×), "2" (1×)',
    ]);
    const { hour: _, ...common } = schedule;
    assert.deepEqual(parseText(text), { command: 'true', ...common });
    const typed = text.replace(/\/\/ "hour".*/, '"hour": "4",');
    assert.deepEqual(parseText(typed), { command: 'true', ...common, hour: '4' });
    assert.equal(
      together.describe('/other.json', () => undefined),
      '',
    );
  });

  it('count the resources that have changes, and none whose value is set already', async () => {
    const together = createTexts();
    const named = rows.map((row) => ({ ...row, path: '/one.cron-job.json' }));
    const path = await together.start('cronJob', named);
    const { text = '' } = together.read(path) ?? {};
    const typed = JSON.stringify({ ...parseText(text), username: 'web' });
    assert.equal(await together.write(path, typed), 2);
  });

  it('take no value from the name of a field that came from the service', async () => {
    const together = createTexts();
    const path = await together.start(
      'waf',
      [true, false].map((value, id) => ({
        reference: { account: 'a', kind: 'waf', ids: [1, id] },
        content: { paranoia: 1, rulesExclusion: { 'x\n, "isEnabled": false //': value } },
        path: '/one.waf.json',
      })),
    );
    assert.deepEqual(parseText(together.read(path)?.text ?? ''), { paranoia: 1 });
  });

  it('show common fields, and count the differing values of the others', () => {
    const { shared, differing } = compareRows(
      kind,
      rows.map(({ content }) => content),
    );
    const { hour: _, ...common } = schedule;
    assert.deepEqual(shared, { command: 'true', ...common });
    assert.deepEqual(
      differing.map(({ path, values }) => [path.join('.'), values]),
      [
        ['label', ['job 1', 'job 2', 'job 3'].map((value) => ({ value, count: 1 }))],
        [
          'username',
          [
            { value: 'root', count: 2 },
            { value: 'web', count: 1 },
          ],
        ],
        [
          'hour',
          [
            { value: '3', count: 2 },
            { value: '2', count: 1 },
          ],
        ],
      ].toSorted((one, other) => order(one[0]) - order(other[0])),
    );
  });

  it('apply edits to each one; removing a field restores it', () => {
    const { shared } = compareRows(
      kind,
      rows.map(({ content }) => content),
    );
    const typed = { ...shared, hour: '5' };
    assert.deepEqual(
      changesOfRows(kind, rows, shared, typed).map(({ changes }) => changes),
      ['2', '3', '3'].map((before) => [{ path: ['hour'], before, after: '5' }]),
    );
    assert.deepEqual(
      changesOfRows(kind, rows, typed, shared).map(({ changes }) => changes),
      ['2', '3', '3'].map((before) => [{ path: ['hour'], before, after: before }]),
    );
  });

  it('reject what a save would reject', () => {
    assert.throws(() => changesOfRows(kind, rows, {}, { id: 5 }), DocumentError);
    assert.throws(() => changesOfRows(kind, rows, {}, { password: 'x' }), DocumentError);
  });
});

function order(field: unknown): number {
  return (kind.document?.editing?.writable ?? []).indexOf(String(field));
}

describe('The path of a staged change', () => {
  const folderOf = (): string => 'Cron Jobs';

  it('consists of names, none of which adds a separator', () => {
    assert.equal(
      toPendingPath(cronAt(1, 2), ['Example Hosting', 'shop-frankfurt', 'Tidy up'], folderOf),
      '/Example Hosting/shop-frankfurt/Cron Jobs/Tidy up.cron-job.json',
    );
    assert.equal(
      toPendingPath(cronAt(1, 2), ['A/B', '', '../x\ny'], folderOf),
      '/A-B/-/Cron Jobs/..-x y.cron-job.json',
    );
  });

  it('has no dot segments, which the editor would resolve', () => {
    assert.equal(
      toPendingPath(cronAt(1, 2), ['..', '.', '..'], folderOf),
      '/-/-/Cron Jobs/-.cron-job.json',
    );
  });
});

describe('The question before staged changes are applied', () => {
  const account = { id: 'a', label: 'Example Hosting', environment: 'production' } as Account;
  const stagedOf = (count: number): StagedChange[] =>
    Array.from({ length: count }, (_, id) => ({
      reference: cronAt(1, id),
      origin: 'person',
      path: `/${id}`,
      at: 1,
      changes: [],
      state: { type: 'pending' },
    }));
  const ask = (count: number, total: number | undefined, remaining = 1000) => {
    const staged = stagedOf(count);
    const limit = {
      limit: 60,
      remaining,
      holdsIndexing: false,
      isReserved: false,
      seenAt: 0,
      heldUntil: undefined,
    };
    const shares = collectionsToCount(staged).map((share) => ({ ...share, total }));
    return toApplyQuestion(staged, {
      accounts: [{ account, limit }],
      servers: [],
      shares,
      access: new Set(),
    });
  };

  it('says how many there are, where, and how long they take under the rate limit', () => {
    const { message, detail, typed } = ask(12, 100, 4);
    assert.equal(message, 'Apply 12 pending changes?');
    assert.deepEqual(detail.split('\n'), [
      'Example Hosting (Production): 12',
      'Up to 36 requests, about a minute because of the rate limit',
    ]);
    assert.equal(typed, undefined);
    assert.match(ask(200, 10_000, 0).detail, /Up to 600 requests, about 10 minutes/);
  });

  it("asks to type the account's name for ten or more changes that affect over 30% of a collection", () => {
    assert.equal(ask(10, 33)?.typed, 'Example Hosting');
    assert.equal(ask(10, 34).typed, undefined);
    assert.equal(ask(9, 9).typed, undefined);
    assert.equal(ask(10, undefined).typed, 'Example Hosting');
    assert.match(ask(10, 33).detail, /Cron Jobs: 10 of 33 at once/);
  });
});
