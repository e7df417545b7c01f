import assert from 'node:assert/strict';
import { atOnce } from '../../../../src/base/pieces';
import { findAreas } from '../../../../src/findings/areas';
import { evaluate } from '../../../../src/findings/evaluate';
import { Knowledge } from '../../../../src/findings/knowledge';
import { Fleet } from '../../../../src/panels/fleet/fleet';
import { parsePageMessage } from '../../../../src/panels/page/messages';
import type { Section } from '../../../../src/pages/model';
import type { FleetSources } from '../../../../src/panels/fleet/servers';
import { formats } from '../../../../src/base/l10n';
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

function open(knowledge: Knowledge, others: FleetSources['accounts'] = []): Fleet {
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
    accounts: [{ value: account, label: 'Example' }, ...others],
    now,
    labelOf: nameOf,
    pathOf: nameOf,
  });
  return fleet;
}

function sectionOf(fleet: Fleet, id: string): Section {
  const section = fleet.model()?.sections.find((each) => each.id === id);
  assert.ok(section);
  return section;
}

/** The numbers of a section, by the ids of their buttons. */
function countsIn(fleet: Fleet, id: string): readonly (readonly [string, string])[] {
  return sectionOf(fleet, id).items.flatMap((item) =>
    item.type === 'count' ? [[item.button.id, item.value] as const] : [],
  );
}

function textsIn({ table }: Section): readonly (readonly string[])[] {
  return (table?.rows ?? []).map(({ cells }) => cells.map(({ text }) => text));
}

/** What a press lists. */
function listOf(fleet: Fleet, id: string): Section {
  fleet.pick(id);
  const [section = ''] = id.split('/');
  const { answer } = sectionOf(fleet, section);
  assert.ok(answer);
  return answer;
}

function daysIn(fleet: Fleet): readonly (readonly [day: number, text: string])[] {
  return sectionOf(fleet, 'certificate').items.flatMap((item) =>
    item.type === 'days' ? item.days.map(({ day, button }) => [day, button.label] as const) : [],
  );
}

function heatOf(fleet: Fleet): readonly number[] {
  const [week] = sectionOf(fleet, 'heat').items;
  return week?.type === 'week'
    ? week.days.flatMap(({ hours }) => hours.map(({ count }) => count))
    : [];
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
    assert.deepEqual(countsIn(fleet, 'state'), [
      ['state/online', '1'],
      ['state/offline', '1'],
      ['state/notConnected', '1'],
      ['state/unknown', '1'],
    ]);
    const [cell] = listOf(fleet, 'state/offline').table?.rows[0]?.cells ?? [];
    assert.equal(cell?.text, 'blog');
    assert.deepEqual(fleet.target(cell?.button ?? ''), { account, kind: 'server', ids: [2] });
    fleet.pick('close');
    assert.equal(sectionOf(fleet, 'state').answer, undefined);
  });

  it('never reports unchecked resources as fine', () => {
    const fleet = open(makeKnowledge());
    const rows = textsIn(sectionOf(fleet, 'server'));
    assert.equal(rows.length, 4);
    assertEvery(
      rows.flatMap((row) => row.slice(2)),
      (use) => use === 'Not checked',
    );
    const areas = textsIn(listOf(fleet, 'severity/unchecked')).flat();
    assert.ok(areas.includes('Disk and memory (4 of 4 servers)'), areas.join());
    assert.equal(sectionOf(fleet, 'php').note, 'Not checked: Web Applications (4 of 4 servers)');
    assert.equal(
      sectionOf(fleet, 'certificate').note,
      'Not checked: Web Applications (4 of 4 servers)',
    );
    assert.deepEqual(countsIn(fleet, 'certificate'), [
      ['certificate/expired', '?'],
      ['certificate/soon', '?'],
      ['certificate/later', '?'],
      ['certificate/unchecked', '?'],
    ]);
    assert.equal(listOf(fleet, 'certificate/expired').empty, 'None known.');
    assert.deepEqual(countsIn(fleet, 'severity').slice(0, 2), [
      ['severity/critical', '1+'],
      ['severity/warning', '1+'],
    ]);
    assert.deepEqual(textsIn(sectionOf(fleet, 'provider')), [
      ['aws', '1'],
      ['hetzner', '1'],
      ['Not checked', '2'],
    ]);
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
    const rows = sectionOf(open(knowledge), 'server').table?.rows ?? [];
    const row = rows.find(({ cells }) => cells[0]?.text === 'shop');
    assert.deepEqual(
      row?.cells.slice(2).map(({ text, tone }) => [text, tone]),
      [
        ['95%', 'bad'],
        ['10%', 'good'],
        ['1.5', 'good'],
      ],
    );
  });

  it('lists the worst servers first, with their accounts if there are several', () => {
    const knowledge = new Knowledge();
    const used: readonly (number | undefined)[] = [20, 95, undefined, 50];
    const online = used.map((_, index) => ({ id: index + 1, online: true, connected: true }));
    add(
      knowledge,
      'server',
      [],
      [...online, { id: 5, online: false }, { id: 6, connected: false }],
    );
    for (const [index, usedMemory] of used.entries()) {
      if (usedMemory === undefined) continue;
      const health = { usedMemory, totalMemory: 100, usedDiskSpace: 10, totalDiskSpace: 100 };
      const reference = { account, kind: 'server', ids: [index + 1] } as const;
      knowledge.addHealth({ reference, resource: health });
    }
    const other = { value: 'other', label: 'Other' };
    const { table } = sectionOf(open(knowledge, [other]), 'server');
    const ids = table?.rows.map(({ id }) => Number(id.split('/').at(-1)));
    assert.deepEqual(ids, [5, 6, 2, 3, 4, 1]);
    assert.equal(table?.columns[1], 'Account');
    assert.equal(table?.rows[0]?.cells[1]?.text, 'Example');
    assert.equal(table?.first, 10);
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
    const fleet = open(knowledge);
    assert.deepEqual(countsIn(fleet, 'certificate'), [
      ['certificate/expired', '1+'],
      ['certificate/soon', '2+'],
      ['certificate/later', '1+'],
      ['certificate/unchecked', '1+'],
    ]);
    const ends = [-1, 3, 7, 100].map((day) => formats.day(now + day * dayMs));
    assert.deepEqual(daysIn(fleet), [
      [3, `${ends[1]}: 1 certificate ends`],
      [7, `${ends[2]}: 1 certificate ends`],
    ]);
    assert.deepEqual(
      textsIn(sectionOf(fleet, 'certificate')).map(([, end]) => end),
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
    const fleet = open(knowledge);
    const date = formats.day(today + 3 * dayMs);
    assert.deepEqual(daysIn(fleet), [[3, `${date}: 2 certificates end`]]);
    assert.deepEqual(
      textsIn(sectionOf(fleet, 'certificate')).map(([, end]) => end),
      [date, date],
    );
  });

  it('only shows servers that match the filter', () => {
    const fleet = open(makeKnowledge([job(1, '0 3 * * *')]));
    fleet.choose('tag', 'live');
    assert.deepEqual(
      textsIn(sectionOf(fleet, 'server')).map(([name]) => name),
      ['shop'],
    );
    assert.equal(textsIn(sectionOf(fleet, 'slot')).length, 1);
    fleet.choose('tag', '');
    fleet.choose('provider', 'aws');
    assert.equal(textsIn(sectionOf(fleet, 'slot')).length, 0);
    assert.deepEqual(
      textsIn(listOf(fleet, 'severity/critical')).map(([name]) => name),
      ['blog'],
    );
  });

  it("hides a project's findings if the filter is about the server with the same id", () => {
    const knowledge = makeKnowledge();
    add(knowledge, 'atomicProject', [], [{ id: 1, latestDeployment: { status: 'FAILED' } }]);
    const fleet = open(knowledge);
    const names = () => textsIn(listOf(fleet, 'severity/critical')).map(([name]) => name);
    assert.deepEqual(names(), ['blog', 'atomicProject 1']);
    fleet.choose('tag', 'live');
    assert.deepEqual(names(), []);
  });

  it("copies CSV with texts that a spreadsheet doesn't run as formulas", () => {
    const [, ...rows] = servers;
    const knowledge = new Knowledge();
    add(knowledge, 'server', [], [{ id: 9, online: true, provider: '=1+1' }, ...rows]);
    const csv = open(knowledge).csv('provider');
    assert.match(csv ?? '', /^Provider,Servers\r\n/);
    assert.match(csv ?? '', /\r\n'=1\+1,1/);
    assert.equal(open(knowledge).csv('nonsense'), undefined);
  });
});

describe('the schedule of a fleet', () => {
  it('counts the runs of each hour of the week like cron', () => {
    const times = ['*/15 * * * *', '0 3 * * 1', '30 10-12 * * 0,6', '5 0 1 * *'];
    const heat = heatOf(open(makeKnowledge(times.map((time, id) => job(id, time)))));
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
    const [name, cell, ...counts] = sectionOf(fleet, 'slot').table?.rows[0]?.cells ?? [];
    const line = cell?.line;
    assert.equal(name?.text, 'shop');
    assert.equal(line?.slots.search('2'), 1);
    assert.equal(line?.slots.search('1'), (23 * 60) / 10);
    assert.deepEqual(
      counts.map(({ text }) => text),
      ['3', '1'],
    );
    assert.equal(fleet.csv('slot'), 'Server,Runs,Minutes with several runs\r\nshop,3,1');
    assert.deepEqual(
      textsIn(listOf(fleet, `${line?.id}/1`)).map(([, detail]) => detail),
      ['10:12', '10:12'],
    );
    assert.match(fleet.hint(`${line?.id}/1`), /^shop, 10:10 UTC\ncronJob 1, 10:12/);
  });

  it("reports what it can't show: disabled jobs, unclear schedules, unchecked servers", () => {
    const jobs = [job(1, '0 3 * * *'), job(2, '0 3 * * *', { enabled: 0 }), job(3, '@daily')];
    assert.deepEqual(sectionOf(open(makeKnowledge(jobs)), 'heat').note?.split(' · '), [
      '1 cron job',
      '1 disabled (not shown)',
      '1 with an unclear schedule (not shown)',
      'not checked: 3 of 4 servers',
      'Times if servers use UTC',
    ]);
  });

  it('is filtered by server, user and text', () => {
    const fleet = open(
      makeKnowledge([job(1, '0 3 * * *'), job(2, '0 4 * * *', { username: 'root' })]),
    );
    const runs = (): number => heatOf(fleet).reduce((sum, each) => sum + each, 0);
    assert.equal(runs(), 14);
    fleet.choose('user', 'root');
    assert.equal(runs(), 7);
    const list = listOf(fleet, 'heat/4');
    assert.deepEqual([list.title, textsIn(list).length], ['1 run · 1 cron job', 1]);
    fleet.choose('user', '');
    fleet.choose('text', 'JOB 1');
    assert.equal(textsIn(listOf(fleet, 'heat/3')).length, 1);
    fleet.choose('text', 'Shop');
    assert.equal(runs(), 14);
    fleet.choose('text', 'blog');
    assert.equal(runs(), 0);
    fleet.choose('text', '');
    fleet.choose('server', 'example/server/one/2');
    assert.equal(runs(), 0);
  });

  it('has no long list of servers to choose from, unless one is chosen', () => {
    const knowledge = new Knowledge();
    const many = Array.from({ length: 4_000 }, (_, id) => ({ id, name: `s${id}` }));
    add(knowledge, 'server', [], many);
    const fleet = open(knowledge);
    const choices = (): readonly (readonly [string, number])[] =>
      (sectionOf(fleet, 'heat').filters ?? []).map(({ id, options }) => [id, options?.length ?? 0]);
    assert.deepEqual(choices(), [
      ['user', 0],
      ['text', 0],
    ]);
    fleet.choose('server', 'example/server/one/7');
    assert.deepEqual(choices(), [
      ['server', 1],
      ['user', 0],
      ['text', 0],
    ]);
  });
});

describe('messages from the fleet page', () => {
  it('are only accepted in the right form', () => {
    assert.deepEqual(parsePageMessage({ type: 'filter', id: 'tag', value: 'live', more: 1 }), {
      type: 'filter',
      id: 'tag',
      value: 'live',
    });
    for (const wrong of [
      undefined,
      {},
      { type: 'press' },
      { type: 'filter', id: 'name', value: 'live' },
      { type: 'press', id: 1 },
      { type: 'run' },
    ]) {
      assert.equal(parsePageMessage(wrong), undefined);
    }
  });
});
