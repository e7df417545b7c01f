import assert from 'node:assert/strict';
import { atOnce } from '../../../../src/base/pieces';
import { findAreas } from '../../../../src/findings/areas';
import { evaluate } from '../../../../src/findings/evaluate';
import { Knowledge } from '../../../../src/findings/knowledge';
import { Fleet } from '../../../../src/panels/fleet/fleet';
import { noFilter, noScheduleFilter, parsePageMessage } from '../../../../src/panels/page/messages';
import type { FleetSources } from '../../../../src/panels/fleet/model';
import { formatsOf } from '../../../../src/base/l10n';
import type { Resource } from '../../../../src/resources/kinds/kind';
import type { KindId } from '../../../../src/resources/kinds/kinds';
import { assertEvery } from '../../../support/assertEvery';
import { runsUntil } from '../../../support/oracles/cron';

const account = 'example';
/** A Sunday, 10:05 UTC. */
const now = Date.UTC(2026, 10, 22, 10, 5);
const dayMs = 86_400_000;

const servers: readonly Resource[] = [
  { id: 1, name: 'shop', online: true, connected: true, provider: 'hetzner', tags: ['live'] },
  { id: 2, name: 'blog', online: false, connected: true, provider: 'aws', tags: [] },
  { id: 3, name: 'new', connected: false },
  { id: 4, name: 'unread' },
];

function add(
  knowledge: Knowledge,
  kind: KindId,
  parents: readonly number[],
  items: readonly Resource[],
) {
  knowledge.addList({ collection: { account, kind, parents }, items, isWhole: true });
}

function makeKnowledge(jobs: readonly Resource[] = []): Knowledge {
  const knowledge = new Knowledge();
  add(knowledge, 'server', [], servers);
  add(knowledge, 'cronJob', [1], jobs);
  return knowledge;
}

function open(knowledge: Knowledge): Fleet {
  const fleet = new Fleet();
  const context = { now, isPending: () => false };
  const nameOf: FleetSources['labelOf'] = (target) => {
    const id = 'ids' in target ? target.ids.at(-1) : undefined;
    const known = target.kind === 'server' ? servers.find((each) => each['id'] === id) : undefined;
    return typeof known?.['name'] === 'string' ? known['name'] : `${target.kind} ${id}`;
  };
  fleet.update({
    knowledge,
    findings: atOnce(evaluate(knowledge, context)).findings,
    areas: atOnce(findAreas(knowledge, [account])),
    accounts: [{ value: account, label: 'Example' }],
    now,
    labelOf: nameOf,
    pathOf: nameOf,
    regionOf: (code) => code,
    describeUnchecked: ({ id, total, checked }) => `${id}: ${total - checked}`,
    nameSeverity: (severity) => severity,
  });
  return fleet;
}

const job = (id: number, time: string, more: Resource = {}): Resource => ({
  id,
  label: `job ${id}`,
  username: 'web',
  enabled: 1,
  time,
  ...more,
});

describe('the overview of a fleet', () => {
  it('counts servers by state, and leads to them', () => {
    const fleet = open(makeKnowledge());
    const states = fleet.model()?.states.map(({ id, count }) => [id, count]);
    assert.deepEqual(states, [
      ['state/online', 1],
      ['state/offline', 1],
      ['state/notConnected', 1],
      ['state/unknown', 1],
    ]);
    const [row] = fleet.list('state/offline')?.rows ?? [];
    assert.equal(row?.name, 'blog');
    assert.deepEqual(fleet.target(row?.id ?? ''), { account, kind: 'server', ids: [2] });
  });

  it('never reports unchecked resources as fine', () => {
    const model = open(makeKnowledge()).model();
    assert.equal(model?.servers.length, 4);
    assertEvery(
      model.servers.flatMap(({ uses }) => uses),
      (use) => use === undefined,
    );
    assert.ok(model.unchecked.includes('health: 4'));
    assert.deepEqual(model?.phpUnchecked, ['webApplication: 4']);
    assert.deepEqual(model?.certificates.unchecked, ['webApplication: 4']);
    assert.deepEqual(
      model?.providers.map(({ label, count }) => [label, count]),
      [
        ['aws', 1],
        ['hetzner', 1],
        ['Not checked', 2],
      ],
    );
  });

  it('colors bars of nearly exhausted resources', () => {
    const knowledge = makeKnowledge();
    const health = {
      usedMemory: 95,
      totalMemory: 100,
      usedDiskSpace: 10,
      totalDiskSpace: 100,
      loadAverage: '1.5',
    };
    knowledge.addHealth({ reference: { account, kind: 'server', ids: [1] }, resource: health });
    const [row] = open(knowledge).model()?.servers ?? [];
    assert.deepEqual(
      row?.uses.map((use) => [use?.text, use?.tone]),
      [
        ['95%', 'bad'],
        ['10%', 'good'],
        ['1.5', 'good'],
      ],
    );
  });

  it('shows certificates on the day on which they end', () => {
    const knowledge = makeKnowledge();
    add(knowledge, 'webApplication', [1], [{ id: 1 }]);
    add(
      knowledge,
      'domain',
      [1, 1],
      [1, 2, 3, 4].map((id) => ({ id, name: `d${id}` })),
    );
    for (const [id, end] of [-1, 3, 100].entries()) {
      knowledge.addSingle({
        reference: { account, kind: 'ssl', ids: [1, 1, id + 1] },
        resource: { validUntil: new Date(now + end * dayMs + 1).toISOString() },
      });
    }
    const shared = { account, kind: 'sharedSsl', ids: [1, 1] } as const;
    const validUntil = new Date(now + 7 * dayMs + 1).toISOString();
    const resource = { advancedSSL: false, certificate: { validUntil } };
    knowledge.addSingle({ reference: shared, resource });
    const certificates = open(knowledge).model()?.certificates;
    assert.deepEqual(
      certificates?.counts.map(({ id, count }) => [id, count]),
      [
        ['certificate/expired', 1],
        ['certificate/later', 1],
        ['certificate/unchecked', 1],
      ],
    );
    assert.deepEqual(
      certificates?.days.flatMap((count, day) => (count > 0 ? [[day, count]] : [])),
      [
        [3, 1],
        [7, 1],
      ],
    );
    const ends = [-1, 3, 7, 100].map((day) => formatsOf('en').day(now + day * dayMs));
    assert.deepEqual(
      certificates?.rows.map((row) => row.ends),
      ends,
    );
  });

  it('counts a certificate on the day that its row names', () => {
    const today = Math.floor(now / dayMs) * dayMs;
    const knowledge = makeKnowledge();
    for (const [id, end] of [today + 3 * dayMs, today + 4 * dayMs - 1].entries()) {
      knowledge.addSingle({
        reference: { account, kind: 'ssl', ids: [1, 1, id] },
        resource: { validUntil: new Date(end).toISOString() },
      });
    }
    const certificates = open(knowledge).model()?.certificates;
    assert.equal(certificates?.days[3], 2);
    assert.equal(new Set(certificates.rows.map((row) => row.ends)).size, 1);
  });

  it('only shows servers that match the filter', () => {
    const fleet = open(makeKnowledge([job(1, '0 3 * * *')]));
    fleet.setFilter({ ...noFilter, tag: 'live' });
    assert.deepEqual(
      fleet.model()?.servers.map(({ name }) => name),
      ['shop'],
    );
    assert.equal(fleet.schedule()?.lines.length, 1);
    fleet.setFilter({ ...noFilter, provider: 'aws' });
    assert.equal(fleet.schedule()?.lines.length, 0);
    assert.deepEqual(
      fleet.list('severity/critical')?.rows.map(({ name }) => name),
      ['blog'],
    );
  });

  it("hides a project's findings if the filter is about the server with the same id", () => {
    const knowledge = makeKnowledge();
    add(knowledge, 'atomicProject', [], [{ id: 1, latestDeployment: { status: 'FAILED' } }]);
    const fleet = open(knowledge);
    const names = () => fleet.list('severity/critical')?.rows.map(({ name }) => name);
    assert.deepEqual(names(), ['blog', 'atomicProject 1']);
    fleet.setFilter({ ...noFilter, tag: 'live' });
    assert.deepEqual(names(), []);
  });

  it("copies CSV with texts that a spreadsheet doesn't run as formulas", () => {
    const [, ...rows] = servers;
    const knowledge = new Knowledge();
    add(knowledge, 'server', [], [{ id: 9, online: true, provider: '=1+1' }, ...rows]);
    const csv = open(knowledge).csv('providers');
    assert.match(csv ?? '', /^Provider,Servers\r\n/);
    assert.match(csv ?? '', /\r\n'=1\+1,1/);
    assert.equal(open(knowledge).csv('nonsense'), undefined);
  });
});

describe('the schedule of a fleet', () => {
  it('counts the runs of each hour of the week like cron', () => {
    const times = ['*/15 * * * *', '0 3 * * 1', '30 10-12 * * 0,6', '5 0 1 * *'];
    const heat = open(makeKnowledge(times.map((time, id) => job(id, time)))).schedule()?.heat ?? [];
    const expected = Array.from({ length: 168 }, () => 0);
    const midnight = Math.floor(now / dayMs) * dayMs;
    for (const time of times) {
      const [after, until] = [midnight - 1, midnight + 7 * dayMs - 1].map((at) => new Date(at));
      assert.ok(after && until);
      for (const run of runsUntil(time, after, until) ?? []) {
        const date = new Date(run);
        const at = ((date.getUTCDay() + 6) % 7) * 24 + date.getUTCHours();
        expected[at] = (expected[at] ?? 0) + 1;
      }
    }
    assert.deepEqual(heat, expected);
  });

  it('draws the next 24 hours, and marks runs in the same minute', () => {
    const jobs = [job(1, '12 10 * * *'), job(2, '12 10 * * 0'), job(3, '0 9 * * 1')];
    const fleet = open(makeKnowledge(jobs));
    const [line] = fleet.schedule()?.lines ?? [];
    assert.equal(line?.label, 'shop');
    assert.equal(line?.slots.search('2'), 1);
    assert.equal(line?.slots.search('1'), (23 * 60) / 10);
    assert.deepEqual([line?.runs, line?.overlaps], [3, 1]);
    const list = fleet.list(`slot/${line?.id}/1`);
    assert.deepEqual(
      list?.rows.map(({ detail }) => detail),
      ['10:12', '10:12'],
    );
    assert.match(fleet.hint(`slot/${line?.id}/1`), /^shop, 10:10 UTC\ncronJob 1, 10:12/);
  });

  it("reports what it can't show: disabled jobs, unclear schedules, unchecked servers", () => {
    const jobs = [job(1, '0 3 * * *'), job(2, '0 3 * * *', { enabled: 0 }), job(3, '@daily')];
    assert.deepEqual(open(makeKnowledge(jobs)).schedule()?.notes, [
      '1 cron job',
      '1 disabled (not shown)',
      '1 with an unclear schedule (not shown)',
      'not checked: 3 of 4 servers',
    ]);
  });

  it('is filtered by server, user and text', () => {
    const fleet = open(
      makeKnowledge([job(1, '0 3 * * *'), job(2, '0 4 * * *', { username: 'root' })]),
    );
    const runs = (): number => fleet.schedule()?.heat.reduce((sum, each) => sum + each) ?? 0;
    assert.equal(runs(), 14);
    fleet.setScheduleFilter({ ...noScheduleFilter, user: 'root' });
    assert.equal(runs(), 7);
    assert.equal(fleet.list('heat/4')?.rows.length, 1);
    fleet.setScheduleFilter({ ...noScheduleFilter, text: 'JOB 1' });
    assert.equal(fleet.list('heat/3')?.rows.length, 1);
    fleet.setScheduleFilter({ ...noScheduleFilter, server: 'example/server/one/2' });
    assert.equal(runs(), 0);
  });
});

describe('messages from the fleet page', () => {
  it('are only accepted in the right form', () => {
    assert.deepEqual(parsePageMessage({ type: 'pick', id: 'state/online', more: 1 }), {
      type: 'pick',
      id: 'state/online',
    });
    for (const wrong of [
      undefined,
      {},
      { type: 'pick' },
      { type: 'press', id: 1 },
      { type: 'run' },
    ]) {
      assert.equal(parsePageMessage(wrong), undefined);
    }
  });
});
