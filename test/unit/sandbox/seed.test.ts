import assert from 'node:assert/strict';
import { seedContents } from '../../../src/sandbox/seed/contents';
import { secretSentinel } from '../../../src/sandbox/seed/secrets';
import { seededSecrets } from '../../../src/sandbox/seed/seededSecrets';
import { seedWorld } from '../../../src/sandbox/seed/world';
import { serverContents } from '../../../src/sandbox/state/contents';
import { contentsOf } from '../../../src/sandbox/state/store';
import { type World, world as worldSchema } from '../../../src/sandbox/state/world';

const day = 86_400_000;

/** A world of eight servers, with everything on them. */
function allOf(asOf?: string): World {
  const world = seedWorld(undefined, asOf);
  for (const server of world.servers) contentsOf(server, world.day);
  return { ...world, day: '' };
}

const own = (count?: number): ReturnType<typeof seedWorld>['servers'] =>
  seedWorld(count).servers.filter(({ shared }) => !shared);

describe('The seed data', () => {
  it('are the same every time, and are never shared by two worlds', () => {
    const first = seedWorld(30);
    for (const server of first.servers) contentsOf(server);
    const second = seedWorld(30);
    for (const server of second.servers) contentsOf(server);
    assert.deepEqual(first, second);
    const [server] = first.servers;
    const [integration] = first.integrations;
    assert.ok(server && integration);
    server.record.name = integration.label = 'changed';
    contentsOf(server).webApplications.length = 0;
    assert.deepEqual(seedWorld(30).servers[0]?.record.name, 'shop-frankfurt');
    assert.notEqual(seedWorld(30).integrations[0]?.label, 'changed');
    assert.equal(seedContents(1).webApplications.length, 4);
  });

  it('are as of any day: the same data, with every date moved by the same number of days', () => {
    const dates = /(\d{4})-?(\d\d)-?(\d\d)(?=[T ]\d\d:|\d{6}")/g;
    const [written, moved] = ['2024-10-27', '2027-03-01'].map((each) =>
      JSON.stringify(allOf(each)),
    );
    assert.ok(written && moved);
    assert.equal(moved.replaceAll(dates, ''), written.replaceAll(dates, ''));
    const [before = [], after = []] = [written, moved].map((text) =>
      [...text.matchAll(dates)].map((parts) => Date.parse(parts.slice(1).join('-')) / day),
    );
    assert.ok(before.length > 200);
    const distances = after.map((each, place) => each - (before[place] ?? 0));
    assert.deepEqual(new Set(distances), new Set([855]));
  });

  it('have events and certificates of that day', () => {
    const texts = JSON.stringify(allOf('2027-03-01'));
    const { logs } = seedContents(1, '2027-03-01');
    assert.match(logs[0]?.created_at ?? '', /^2027-03-01 00:/);
    const certificates = [
      ...texts.matchAll(/"validUntil":"(\S+) [^"]+","renewalDate":"(\S+) /g),
    ].map(([, end = '', renewal = '']) =>
      [end, renewal].map((each) => (Date.parse(each) - Date.parse('2027-03-01')) / day),
    );
    const ending = (from: number, to: number): readonly (readonly number[])[] =>
      certificates.filter(([end = 0]) => end >= from && end <= to);
    assert.deepEqual(ending(0, 90), [
      [20, -10],
      [9, -21],
    ]);
    assert.deepEqual(ending(-365, -1), [[-20, -50]]);
    assert.ok(ending(3_650, 10_000).length > 5);
    // Nothing but certificates and their renewals is still to come.
    const later = [...texts.matchAll(/"(\w+)":"(\d{4}-\d\d-\d\d)[T ]/g)].filter(
      ([, name, date = '']) =>
        date > '2027-03-01' && name !== 'validUntil' && name !== 'renewalDate',
    );
    assert.deepEqual(
      later.map(([all]) => all),
      [],
    );
  });

  it('use memory and disks differently', () => {
    const shares = seedWorld(30).servers.flatMap(({ record }) => {
      const { totalMemory, freeMemory, diskTotal, diskFree } = seedContents(record.id).hardware;
      if (!totalMemory || !diskTotal) return [];
      return [[(freeMemory ?? 0) / totalMemory, (diskFree ?? 0) / diskTotal]];
    });
    assert.ok(shares.length > 20);
    assert.ok(shares.filter(([memory, disk]) => memory === disk).length < 3);
  });

  it('have as many servers as requested, starting with the handwritten ones', () => {
    for (const count of [0, 1, 8, 9, 1000]) assert.equal(own(count).length, count);
    assert.equal(own().length, 8);
    assert.deepEqual(
      own(1000)
        .slice(0, 8)
        .map(({ record }) => record.name),
      own().map(({ record }) => record.name),
    );
  });

  it('have the shape that a state file requires', () => {
    const world = seedWorld(40);
    for (const server of world.servers) contentsOf(server);
    assert.deepEqual(worldSchema.parse(world), world);
    for (const id of [1, 9, 10, 9999]) {
      assert.deepEqual(serverContents.parse(seedContents(id)), seedContents(id));
    }
  });

  it('use each id once, and none that will be assigned later', () => {
    const world = seedWorld(200);
    const ids = new Map<string, Set<number>>();
    const note = (kind: string, id: number): void => {
      const known = ids.get(kind) ?? new Set();
      assert.ok(!known.has(id), `${kind} ${id}`);
      assert.ok(id <= (kind === 'server' ? world.lastId.server : world.lastId.item));
      ids.set(kind, known.add(id));
    };
    for (const server of world.servers) {
      note('server', server.record.id);
      const contents = contentsOf(server);
      for (const { id } of contents.cronJobs) note('cron job', id);
      for (const { record } of contents.supervisorJobs) note('supervisor job', record.id);
      for (const { id } of contents.firewallRules) note('firewall rule', id);
      for (const { id } of contents.systemUsers) note('system user', id);
      for (const { record, domains } of contents.webApplications) {
        note('web application', record.id);
        for (const domain of domains) note('domain', domain.record.id);
      }
    }
  });

  it('name servers by what only they show', () => {
    const all = seedWorld().servers.map(({ record, shared }) => {
      const { diskTotal, diskFree } = seedContents(record.id).hardware;
      return { ...record, shared, freeDisk: diskTotal ? (diskFree ?? 0) / diskTotal : 1 };
    });
    const named = (condition: (server: (typeof all)[number]) => boolean): readonly string[] =>
      all.filter(condition).map(({ name }) => name);
    assert.deepEqual(
      [
        named(({ freeDisk }) => freeDisk < 0.1),
        named(({ online, connected }) => !online && connected),
        named(({ agentVersion }) => agentVersion === null),
        named(({ transferStatus }) => transferStatus === 'PENDING'),
        named(({ ipAddress }) => ipAddress.includes(':')),
        named(({ transferStatus }) => transferStatus === 'TRANSFERRED'),
        named(({ shared }) => shared),
      ],
      [
        ['full-disk-seoul'],
        ['offline-london'],
        ['never-connected-toronto'],
        ['transfer-paris'],
        ['ipv6-lab'],
        ['transferred-oslo'],
        ['shared-madrid'],
      ],
    );
  });

  it('show servers in every state', () => {
    const records = own().map(({ record }) => record);
    const some = (condition: (record: (typeof records)[number]) => boolean): void =>
      assert.ok(records.some(condition), String(condition));
    some(({ online, connected }) => online && connected);
    some(({ online, connected }) => !online && connected);
    some(({ online, connected }) => !online && !connected);
    some(({ osVersion, agentVersion }) => osVersion === null && agentVersion === null);
    some(({ country_iso_code }) => country_iso_code === null);
    some(({ softwareUpdate }) => softwareUpdate);
    some(({ securityUpdate }) => securityUpdate);
    some(({ tags }) => tags.length > 1);
    assert.ok(new Set(records.map(({ transferStatus }) => transferStatus)).size >= 3);
  });

  it('stay within ranges reserved for documentation', () => {
    const world = seedWorld(300);
    for (const server of world.servers) contentsOf(server);
    const text = JSON.stringify(world);
    const addresses = text.match(/\b\d{1,3}(\.\d{1,3}){3}\b/g) ?? [];
    assert.ok(addresses.length > 10);
    for (const address of addresses) {
      assert.match(address, /^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/);
    }
    const domains = text.match(/[\w.-]+\.(com|org|net|io|dev)\b/g) ?? [];
    assert.ok(domains.length > 20);
    for (const domain of domains) assert.match(domain, /(^|\.)example\.(com|org|net)$/);
  });

  it('contain a sentinel in every credential', () => {
    assert.ok(seededSecrets.length > 40);
    assert.equal(new Set(seededSecrets).size, seededSecrets.length);
    const keys = /^(secret|apiKey|apiSecret|pullKey\d|privateKey)$/;
    let found = 0;
    JSON.stringify([seedWorld(20), seedContents(1), seedContents(15)], (key, value: unknown) => {
      if (!keys.test(key)) return value;
      found += 1;
      assert.match(String(value), new RegExp(secretSentinel), key);
      return value;
    });
    assert.ok(found > 20);
  });
});
