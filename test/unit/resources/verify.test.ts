import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { JsonObject } from '../../../src/base/json';
import { ApiError } from '../../../src/api/errors';
import type { Resource, ResourceId } from '../../../src/resources/kinds/kind';
import { type KindId, kinds } from '../../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../../src/resources/reference';
import { type Live, type Reader, verifyDeletion } from '../../../src/documents/writing/findLive';
import { judgeChange, judgeCreation, judgeSetUp } from '../../../src/documents/writing/judge';

/** The outcome of a change whose answer was lost. */
function judgeLost(
  kindId: KindId,
  aim: JsonObject,
  before: Resource | undefined,
  now: Resource,
): string {
  return judgeChange(kindId, aim, now, { before, isAccepted: false }).outcome;
}

const collection = { account: 'service', kind: 'cronJob', parents: [1] } as const;
const reference = { account: 'service', kind: 'cronJob', ids: [1, 5] } as const;

interface Draft {
  readonly label: string;
  readonly username: string;
  readonly command: string;
  readonly minute: string;
}

const one: Draft = { label: 'one', username: 'one', command: 'one', minute: '0' };
const word = fc.constantFrom('one', 'two', 'three');
const minute = fc.constantFrom('0', '5');
const draft = fc.record({ label: word, username: word, command: word, minute });

/** A job in the shape that the service returns. */
function toJob(id: number, { label, username, command, minute: at }: Draft): Resource {
  const time = `${at} 3 * * *`;
  return { id, label, username, command, time, enabled: 1, created_at: '2026-01-01 00:00:00' };
}

function job(id: number): ResourceReference {
  return { ...reference, ids: [1, id] };
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

type Creation = Parameters<typeof judgeCreation>[1];

function judgeLostCreation(
  lists: Reader,
  creation: Omit<Creation, 'collection'> & Partial<Pick<Creation, 'collection'>>,
): ReturnType<typeof judgeCreation> {
  const context = {
    client: lists,
    store: {
      forget: () => undefined,
      all: async () => ({ items: await lists.list(collection), missing: 0 }) as never,
    },
    prompts: { warn: () => undefined },
    mayRepeatWrites: false,
  };
  return judgeCreation(context, { collection, ...creation }, undefined);
}

/** What is found of a new job among those that are listed. */
function judgeAmong(
  items: readonly Resource[],
  sent: Draft,
  before: readonly ResourceId[] | undefined,
): ReturnType<typeof judgeCreation> {
  const listed = reader(() => assert.fail('the list says it'), items);
  return judgeLostCreation(listed, { sent: toSent(sent), before });
}

describe('A creation checked after a lost answer', () => {
  const worlds = fc.record({ sent: draft, others: fc.array(draft, { maxLength: 6 }) });

  it('is "done" if the resource exists and all earlier ones are known', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.nat({ max: 6 }), async ({ sent, others }, place) => {
        const before = others.map((_other, index) => index + 1);
        const items = others.map((other, index) => toJob(index + 1, other));
        const all = items.toSpliced(place, 0, toJob(100, sent));
        const found = await judgeAmong(all, sent, before);
        assert.deepEqual(found, { outcome: 'done', created: job(100) });
      }),
    );
  });

  it('is "done" several times if several equal resources are new, and names them', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.integer({ min: 2, max: 4 }), async ({ sent, others }, count) => {
        const old = others.map((other, index) => toJob(index + 1, other));
        const ids = Array.from({ length: count }, (_, index) => 100 + index);
        const items = [...old, ...ids.map((id) => toJob(id, sent))];
        const before = old.map((item) => Number(item['id']));
        const found = await judgeAmong(items, sent, before);
        assert.deepEqual(found, { outcome: 'done', created: job(99 + count), duplicates: ids });
        const nobodyKnows = await judgeAmong(items, sent, undefined);
        assert.ok(!('duplicates' in nobodyKnows), 'they may have existed before');
      }),
    );
  });

  it('is "not done" if nothing new exists, even if an earlier one is equal', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ({ sent, others }) => {
        const items = [sent, ...others].map((other, index) => toJob(index + 1, other));
        const before = items.map((item) => Number(item['id']));
        assert.equal((await judgeAmong(items, sent, before)).outcome, 'failed');
      }),
    );
  });

  it('is never "done" if the earlier ones are unknown', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.boolean(), async ({ sent, others }, isThere) => {
        const items = others.map((other, index) => toJob(index + 1, other));
        const all = isThere ? [...items, toJob(100, sent)] : items;
        const { outcome } = await judgeAmong(all, sent, undefined);
        assert.equal(outcome, all.length > 0 ? 'unknown' : 'failed');
      }),
    );
  });

  it('is "unclear" if a new resource has the same name but other values', async () => {
    await fc.assert(
      fc.asyncProperty(draft, draft, async (sent, other) => {
        const items = [toJob(100, { ...other, label: ` ${sent.label.toUpperCase()}` })];
        const { outcome } = await judgeAmong(items, sent, []);
        assert.equal(outcome, 'unknown');
      }),
    );
  });

  it("is unclear if it can't be read", async () => {
    const broken: Reader = {
      read: () => Promise.reject(error(502, 'server')),
      list: () => Promise.reject(error(502, 'server')),
    };
    const lost = { collection, sent: { label: 'one' }, before: [] };
    assert.deepEqual(await judgeLostCreation(broken, lost), { outcome: 'unknown' });
  });

  it('is read directly if a parent has only one', async () => {
    const waf = { account: 'service', kind: 'waf', parents: [1, 2] } as const;
    const lost = { collection: waf, sent: { isEnabled: true, paranoia: 1 }, before: undefined };
    const answers = async (read: () => Promise<Resource>): Promise<string> =>
      (await judgeLostCreation(reader(read, []), lost)).outcome;
    const there = { id: 1, isEnabled: true, paranoia: 1 };
    assert.equal(await answers(() => Promise.resolve(there)), 'done');
    assert.equal(await answers(() => Promise.resolve({ ...there, paranoia: 3 })), 'unknown');
    assert.equal(await answers(() => Promise.reject(error(404, 'unsupported'))), 'failed');
    assert.equal(await answers(() => Promise.reject(error(502, 'server'))), 'unknown');
    const read = reader(() => Promise.resolve(there), []);
    const found = await judgeLostCreation(read, { ...lost, before: [0] });
    assert.equal(found.outcome, 'failed', 'it existed before');
    assert.equal((await judgeLostCreation(read, { ...lost, before: [] })).outcome, 'done');
    const none = reader(() => Promise.resolve({ message: 'No firewall.' }), []);
    assert.deepEqual(await judgeLostCreation(none, lost), { outcome: 'failed' });
  });

  it('names no resource if none is new or known', async () => {
    const lost = { collection, sent: toSent(one), before: [5] };
    const list = (...items: Resource[]) =>
      judgeLostCreation(
        reader(() => Promise.reject(error(404, 'notFound')), items),
        lost,
      );
    assert.deepEqual(await list(toJob(5, one)), { outcome: 'failed' });
    assert.deepEqual(await list({ id: 'six', time: 'x' }), {
      outcome: 'unknown',
      created: { ...reference, ids: [1, 'six'] },
    });
    assert.deepEqual(await list({ time: 'x' }), { outcome: 'failed' });
  });

  it('prefers an equal resource to a newer one with the same name', async () => {
    const items = [toJob(100, one), toJob(101, { ...one, command: 'two' })];
    const found = await judgeAmong(items, one, []);
    assert.deepEqual(found, { outcome: 'done', created: job(100) });
  });

  it('may be any new resource if it has no name', async () => {
    const rule = { type: 'rich', port: 80, protocol: 'tcp' };
    const items = [{ id: 7, type: 'rich', port: '8080', protocol: 'tcp' }];
    const rules = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
    const listed = reader(() => assert.fail('the list says it'), items);
    const lost = { collection: rules, sent: rule, before: [] };
    const created = { account: 'service', kind: 'firewallRule', ids: [1, 7] };
    assert.deepEqual(await judgeLostCreation(listed, lost), { outcome: 'unknown', created });
  });
});

describe('A set-up checked after a lost answer', () => {
  const sent = { isEnabled: true, paranoia: 1 };
  const there = { id: 1, ...sent };
  const none = { message: 'No firewall.' };
  const waf = { account: 'service', kind: 'waf', ids: [1, 2] } as const;
  const judge = (before: Resource | undefined, now: Live): string =>
    judgeSetUp(waf, sent, { before, now, isAccepted: false }).outcome;

  it('is judged as a change if it existed before', () => {
    const before = { ...there, paranoia: 3 };
    assert.equal(judge(before, there), 'done');
    assert.equal(judge(before, before), 'failed');
    assert.equal(judge(before, undefined), 'unknown');
    assert.equal(judge(before, 'gone'), 'unknown');
  });

  it("is judged as a creation if it didn't exist", () => {
    assert.equal(judge(none, there), 'done');
    assert.equal(judge(none, { ...there, paranoia: 3 }), 'unknown');
    assert.equal(judge(none, none), 'failed');
    assert.equal(judge(none, 'gone'), 'failed');
    assert.equal(judge(none, undefined), 'unknown');
  });

  it('is only missing for certain, without an earlier read, if the service says so', () => {
    assert.equal(judge(undefined, none), 'unknown');
    const git = { account: 'service', kind: 'gitRepository', ids: [1, 2] } as const;
    const nothing = { before: undefined, now: none, isAccepted: false };
    assert.equal(judgeSetUp(git, {}, nothing).outcome, 'failed');
  });
});

describe('A change checked after a lost answer', () => {
  const job = toJob(5, { label: 'one', username: 'one', command: 'one', minute: '0' });

  it('is "done" if the state is as intended, "not done" if it is as before, and otherwise "unclear"', () => {
    fc.assert(
      fc.property(draft, draft, draft, (before, aim, now) => {
        const sent = { label: aim.label, command: aim.command };
        const outcome = judgeLost('cronJob', sent, toJob(5, before), toJob(5, now));
        const has = (other: Draft): boolean =>
          now.label === other.label && now.command === other.command;
        assert.equal(outcome, has(aim) ? 'done' : has(before) ? 'failed' : 'unknown');
      }),
    );
  });

  it('treats 1 and true as equal, and a secret as unclear', () => {
    assert.equal(judgeLost('cronJob', { enabled: true }, undefined, job), 'done');
    assert.equal(judgeLost('cronJob', { enabled: 0 }, job, job), 'failed');
    assert.equal(judgeLost('cronJob', { password: 'x' }, job, job), 'unknown');
    assert.equal(judgeLost('cronJob', { enabled: 1, unknown: 'x' }, job, job), 'unknown');
  });
});

describe('A change that includes a field that is never returned, checked after a lost answer', () => {
  const aim = { redisObjectCache: true, cacheValidMinute: 2 };
  const judge = (before: number | undefined, now: number) =>
    judgeLost(
      'hubCache',
      aim,
      before === undefined ? undefined : { id: 1, cacheValidMinute: before },
      { id: 1, cacheValidMinute: now },
    );

  it('is proven by the other field only if that was different before', () => {
    assert.equal(judge(1, 2), 'done');
    assert.equal(judge(2, 2), 'unknown');
    assert.equal(judge(undefined, 2), 'unknown');
    assert.equal(judge(1, 1), 'failed');
    assert.equal(judge(1, 3), 'unknown');
  });
});

describe('A deletion checked after a lost answer', () => {
  const there = { id: 5, label: 'one', time: '0 3 * * *' };

  it('is "done" if the resource is gone, and "not done" if it exists', async () => {
    const read = (): Promise<Resource> => Promise.resolve(there);
    assert.equal(await verifyDeletion(reader(read, [there]), reference), 'failed');
    const gone = (): Promise<Resource> => Promise.reject(error(404, 'notFound'));
    assert.equal(await verifyDeletion(reader(gone, []), reference), 'done');
    assert.equal(
      await verifyDeletion(reader(gone, [there]), reference),
      'done',
      'the list is outdated',
    );
  });

  it('is "done" if only a message remains', async () => {
    const waf = { account: 'service', kind: 'waf', ids: [1, 2] } as const;
    const none = reader(() => Promise.resolve({ message: 'No firewall.' }), []);
    assert.equal(await verifyDeletion(none, waf), 'done');
    const still = reader(() => Promise.resolve({ id: 7 }), []);
    assert.equal(await verifyDeletion(still, waf), 'failed');
  });

  it("is only checked in the list if a single resource can't be read", async () => {
    const { id } = kinds.find(({ operations }) => operations.list && !operations.read) ?? {};
    assert.ok(id);
    const listed = reader(() => assert.fail('there is no such operation'), [there]);
    assert.equal(await verifyDeletion(listed, { ...reference, kind: id }), 'failed');
  });

  it('is checked in the list if the service may not offer the read of a single one', async () => {
    const unsupported = (): Promise<Resource> => Promise.reject(error(404, 'unsupported'));
    assert.equal(await verifyDeletion(reader(unsupported, [there]), reference), 'failed');
    assert.equal(await verifyDeletion(reader(unsupported, []), reference), 'done');
    const others = [{ ...there, id: 4 }, there];
    assert.equal(await verifyDeletion(reader(unsupported, others), reference), 'failed');
    const waf = { account: 'service', kind: 'waf', ids: [1, 2] } as const;
    assert.equal(await verifyDeletion(reader(unsupported, []), waf), 'done');
  });

  it("is unclear if it can't be read", async () => {
    const failing = (): Promise<Resource> => Promise.reject(error(502, 'server'));
    assert.equal(await verifyDeletion(reader(failing, []), reference), 'unknown');
  });
});
