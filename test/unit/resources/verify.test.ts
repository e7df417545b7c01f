import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ApiError } from '../../../src/api/errors';
import type { Resource } from '../../../src/resources/kinds/kind';
import { findKind } from '../../../src/resources/kinds/kinds';
import type { Reader } from '../../../src/documents/writing/lookup/verdict';
import { judgeChange } from '../../../src/documents/writing/lookup/verifyChange';
import { judgeItems, verifyCreation } from '../../../src/documents/writing/lookup/verifyCreation';
import { verifyDeletion } from '../../../src/documents/writing/lookup/verifyDeletion';

const kind = findKind('cronJob');
const collection = { account: 'service', kind: 'cronJob', parents: [1] } as const;
const reference = { account: 'service', kind: 'cronJob', ids: [1, 5] } as const;

interface Draft {
  readonly label: string;
  readonly username: string;
  readonly command: string;
  readonly minute: string;
}

const word = fc.constantFrom('one', 'two', 'three');
const minute = fc.constantFrom('0', '5');
const draft = fc.record({ label: word, username: word, command: word, minute });

/** A job in the shape that the service returns. */
function toJob(id: number, { label, username, command, minute: at }: Draft): Resource {
  const time = `${at} 3 * * *`;
  return { id, label, username, command, time, enabled: 1, created_at: '2026-01-01 00:00:00' };
}

function toSent(sent: Draft): Record<string, string> {
  return { ...sent, hour: '3', dayOfMonth: '*', month: '*', dayOfWeek: '*' };
}

function error(status: number, reason: 'notFound' | 'unsupported' | 'server'): ApiError {
  return new ApiError(reason, { method: 'GET', path: '/' }, 'as in a test', { status });
}

function reader(read: () => Promise<Resource>, items: readonly Resource[]): Reader {
  return { read, list: () => Promise.resolve(items) };
}

describe('A creation looked up after a lost answer', () => {
  const worlds = fc.record({ sent: draft, others: fc.array(draft, { maxLength: 6 }) });

  it('is "done" if the resource exists and all earlier ones are known', () => {
    fc.assert(
      fc.property(worlds, fc.nat({ max: 6 }), ({ sent, others }, place) => {
        const before = others.map((_other, index) => index + 1);
        const items = others.map((other, index) => toJob(index + 1, other));
        const all = items.toSpliced(place, 0, toJob(100, sent));
        const found = judgeItems(kind, { sent: toSent(sent), before }, all);
        assert.deepEqual(found, { verdict: 'done', id: 100 });
      }),
    );
  });

  it('is "done" more than once if several equal ones are new, and names them', () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 2, max: 4 }), ({ sent, others }, count) => {
        const old = others.map((other, index) => toJob(index + 1, other));
        const ids = Array.from({ length: count }, (_, index) => 100 + index);
        const items = [...old, ...ids.map((id) => toJob(id, sent))];
        const before = old.map((item) => Number(item['id']));
        const found = judgeItems(kind, { sent: toSent(sent), before }, items);
        assert.deepEqual(found, { verdict: 'done', id: ids.at(-1), duplicates: ids });
        const nobodyKnows = judgeItems(kind, { sent: toSent(sent), before: undefined }, items);
        assert.ok(!('duplicates' in nobodyKnows), 'they may have been there before');
      }),
    );
  });

  it('is "not done" if nothing new exists, even if an earlier one is equal', () => {
    fc.assert(
      fc.property(worlds, ({ sent, others }) => {
        const items = [sent, ...others].map((other, index) => toJob(index + 1, other));
        const before = items.map((item) => Number(item['id']));
        assert.equal(judgeItems(kind, { sent: toSent(sent), before }, items).verdict, 'notDone');
      }),
    );
  });

  it('is never "done" if the earlier ones are unknown', () => {
    fc.assert(
      fc.property(worlds, fc.boolean(), ({ sent, others }, isThere) => {
        const items = others.map((other, index) => toJob(index + 1, other));
        const all = isThere ? [...items, toJob(100, sent)] : items;
        const { verdict } = judgeItems(kind, { sent: toSent(sent), before: undefined }, all);
        const isSameName = all.some(({ label }) => label === sent.label);
        assert.equal(verdict, isSameName ? 'unclear' : 'notDone');
      }),
    );
  });

  it('is "unclear" if a new one has the same name but other values', () => {
    fc.assert(
      fc.property(draft, draft, (sent, other) => {
        const items = [toJob(100, { ...other, label: ` ${sent.label.toUpperCase()}` })];
        const { verdict } = judgeItems(kind, { sent: toSent(sent), before: [] }, items);
        assert.equal(verdict, 'unclear');
      }),
    );
  });

  it("is unclear if it can't be read", async () => {
    const broken: Reader = {
      read: () => Promise.reject(error(502, 'server')),
      list: () => Promise.reject(error(502, 'server')),
    };
    const lost = { collection, sent: { label: 'one' }, before: [] };
    assert.deepEqual(await verifyCreation(broken, lost), { verdict: 'unclear' });
  });

  it('is read directly if a parent has only one', async () => {
    const waf = { account: 'service', kind: 'waf', parents: [1, 2] } as const;
    const lost = { collection: waf, sent: { isEnabled: true, paranoia: 1 }, before: undefined };
    const answers = async (read: () => Promise<Resource>): Promise<string> =>
      (await verifyCreation(reader(read, []), lost)).verdict;
    const there = { id: 1, isEnabled: true, paranoia: 1 };
    assert.equal(await answers(() => Promise.resolve(there)), 'done');
    assert.equal(await answers(() => Promise.resolve({ ...there, paranoia: 3 })), 'unclear');
    assert.equal(await answers(() => Promise.reject(error(404, 'unsupported'))), 'notDone');
    assert.equal(await answers(() => Promise.reject(error(502, 'server'))), 'unclear');
    const found = await verifyCreation(
      reader(() => Promise.resolve(there), []),
      { ...lost, before: [0] },
    );
    assert.equal(found.verdict, 'notDone', 'it was there before');
  });
});

describe('A change looked up after a lost answer', () => {
  const job = toJob(5, { label: 'one', username: 'one', command: 'one', minute: '0' });

  it('is "done" if it is as intended, "not done" if it is as before, else unclear', () => {
    fc.assert(
      fc.property(draft, draft, draft, (before, aim, now) => {
        const verdict = judgeChange(
          reference,
          { label: aim.label, command: aim.command },
          toJob(5, before),
          toJob(5, now),
        );
        const has = (other: Draft): boolean =>
          now.label === other.label && now.command === other.command;
        assert.equal(verdict, has(aim) ? 'done' : has(before) ? 'notDone' : 'unclear');
      }),
    );
  });

  it('treats 1 and true as equal, and a secret as unclear', () => {
    assert.equal(judgeChange(reference, { enabled: true }, undefined, job), 'done');
    assert.equal(judgeChange(reference, { enabled: 0 }, job, job), 'notDone');
    assert.equal(judgeChange(reference, { password: 'x' }, job, job), 'unclear');
    assert.equal(judgeChange(reference, { enabled: 1, unknown: 'x' }, job, job), 'unclear');
  });
});

describe('A deletion looked up after a lost answer', () => {
  const there = { id: 5, label: 'one', time: '0 3 * * *' };

  it('is "done" if the resource is gone, and "not done" if it exists', async () => {
    const read = (): Promise<Resource> => Promise.resolve(there);
    assert.equal(await verifyDeletion(reader(read, [there]), reference), 'notDone');
    const gone = (): Promise<Resource> => Promise.reject(error(404, 'notFound'));
    assert.equal(await verifyDeletion(reader(gone, []), reference), 'done');
  });

  it('is looked up in the list if the service may not offer to read a single one', async () => {
    const unsupported = (): Promise<Resource> => Promise.reject(error(404, 'unsupported'));
    assert.equal(await verifyDeletion(reader(unsupported, [there]), reference), 'notDone');
    assert.equal(await verifyDeletion(reader(unsupported, []), reference), 'done');
  });

  it("is unclear if it can't be read", async () => {
    const failing = (): Promise<Resource> => Promise.reject(error(502, 'server'));
    assert.equal(await verifyDeletion(reader(failing, []), reference), 'unclear');
  });
});
