import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { atOnce } from '../../../src/base/pieces';
import { findAreas } from '../../../src/findings/areas';
import { CertificateStorage } from '../../../src/findings/certificateStorage';
import {
  type CheckedArea,
  Checker,
  effortOf,
  otherParts,
  urgentParts,
} from '../../../src/findings/checker';
import { gather, type Knowledge } from '../../../src/findings/knowledge';
import { ResourceIndex } from '../../../src/resources/index/resourceIndex';
import { ServerFacts } from '../../../src/resources/serverFacts';
import type { Resource } from '../../../src/resources/kinds/kind';
import { toKey } from '../../../src/resources/reference';
import { FakeClock } from '../../support/fakeClock';
import { type ExplorerWorld, startExplorerWorld } from '../../support/explorerWorld';
import { MemoryFolder } from '../../support/memoryFolder';
import { until } from '../../support/until';
import { eachTest } from '../../support/eachTest';

const account = 'example';
const day = 86_400_000;
const ssl = { account, kind: 'ssl', ids: [1, 2, 3] } as const;
const shared = { account, kind: 'sharedSsl', ids: [3, 303] } as const;
const ignore = (): void => undefined;

describe('Background checks', () => {
  let world: ExplorerWorld;
  let clock: FakeClock;
  let certificates: CertificateStorage;
  let facts: ServerFacts;
  let checker: Checker;
  let isSeen: boolean;
  let areas: readonly CheckedArea[];
  let known: () => Knowledge;
  /** How often a certificate was looked up to find out whether it's due. */
  let lookedUp: number;

  beforeEach(async () => {
    world = await startExplorerWorld();
    const { store, client } = world;
    clock = new FakeClock(Date.now());
    const now = (): number => clock.now();
    certificates = new CertificateStorage(new MemoryFolder(), ignore, now);
    facts = new ServerFacts(client, now);
    isSeen = true;
    areas = ['health', 'certificates'];
    const index = new ResourceIndex();
    lookedUp = 0;
    let snapshot: Knowledge | undefined;
    known = () => atOnce(gather([account], store, index, facts, certificates));
    checker = new Checker({
      store,
      facts,
      certificates: {
        isDue: (reference) => {
          lookedUp += 1;
          return certificates.isDue(reference);
        },
        note: (reference, read) => certificates.note(reference, read),
      },
      knowledge: () => (snapshot ??= known()),
      clock,
      wanted: () => (isSeen ? areas : []),
    });
    await store.all({ account, kind: 'server', parents: [] });
    const apps = await store.all({ account, kind: 'webApplication', parents: [1] });
    const first = apps.items[0]?.['id'] as number;
    await store.all({ account, kind: 'domain', parents: [1, first] });
    await world.reads();
  });

  afterEach(async () => {
    checker.dispose();
    certificates.dispose();
    await world.close();
  });

  const kindsOf = (paths: readonly string[]): readonly string[] => [
    ...new Set(paths.map((path) => path.split('/').at(-1) ?? '')),
  ];

  it('read only the health of servers and the certificates of known domains', async () => {
    checker.wake();
    await until('a certificate is read', () => certificates.of(account).length > 0);
    await until('everything is read', () => clock.pending > 0);
    const reads = await world.reads();
    assert.deepEqual(kindsOf(reads).toSorted(), ['advanced', 'latest', 'ssl']);
    const ssl = reads.filter((path) => /\/(advanced|ssl)$/.test(path)).length;
    // To find what is due, before each read, and to find that nothing is left.
    assert.ok(ssl > 5 && lookedUp <= 3 * ssl, `${lookedUp} times for ${ssl} certificates`);
  });

  it('read only certificates if only those are wanted', async () => {
    areas = ['certificates'];
    checker.wake();
    await until('everything is read', () => clock.pending > 0);
    assert.deepEqual(kindsOf(await world.reads()).toSorted(), ['advanced', 'ssl']);
  });

  it('read what is most wanted first', async () => {
    areas = ['certificates', 'health'];
    checker.wake();
    await until('everything is read', () => clock.pending > 0);
    const kinds = kindsOf(await world.reads());
    assert.equal(kinds.at(-1), 'latest', kinds.join(', '));
  });

  it("read each one once while it's fresh, over a simulated hour", async () => {
    checker.wake();
    await until('everything is read', () => clock.pending > 0);
    const first = (await world.reads()).filter((path) => path.endsWith('/ssl')).length;
    assert.ok(first > 0);
    await clock.advance(29 * 60_000);
    assert.deepEqual(await world.reads(), []);
  });

  const sharedArea = () =>
    atOnce(findAreas(known(), [account])).find(({ id }) => id === 'sharedSsl');

  it('read certificates that domains share, and count unread ones', async () => {
    await world.store.all({ account, kind: 'webApplication', parents: [3] });
    const { checked, total = 0 } = sharedArea() ?? {};
    assert.equal(checked, 0);
    checker.wake();
    await until('everything is read', () => clock.pending > 0);
    assert.equal(sharedArea()?.checked, total);
    const { resource } =
      certificates.of(account).find(({ reference }) => toKey(reference) === toKey(shared)) ?? {};
    assert.equal(resource?.['advancedSSL'], false);
    const validUntil = world.store.find(shared)?.['certificate'] as Resource;
    assert.equal(typeof validUntil['validUntil'], 'string');
    assert.deepEqual((resource['certificate'] as Resource)['validUntil'], validUntil['validUntil']);
  });

  it('are counted in the given accounts alone', async () => {
    await world.store.all({ account, kind: 'webApplication', parents: [3] });
    assert.ok(atOnce(findAreas(known(), [account, 'other'])).length > 2);
    assert.deepEqual(
      atOnce(findAreas(known(), ['other'])).map(({ unit, checked }) => [unit, checked]),
      [
        ['account', 0],
        ['account', 0],
      ],
    );
  });

  it('count a shared certificate as not checked if only its mode could be read', async () => {
    await world.store.all({ account, kind: 'webApplication', parents: [3] });
    const { total = 0 } = sharedArea() ?? {};
    await world.probe.addFault('500:GET:/api/v3/servers/3/webapps/303/ssl');
    checker.wake();
    await until('everything is read', () => clock.pending > 0);
    assert.equal(sharedArea()?.checked, total - 1);
    assert.ok(certificates.isDue(shared));
    await world.reads();
    await clock.advance(30 * 60_000);
    assert.ok(!(await world.reads()).some((path) => path.includes('/webapps/303/ssl')));
  });

  it("don't ask a service again for a minute that can't be reached", async () => {
    areas = ['health'];
    await world.probe.addFault('reset:GET:/api/v3/servers/*');
    checker.wake();
    await until('the checks pause', () => clock.pending > 0);
    assert.equal(new Set(await world.reads()).size, 1);
    checker.wake();
    await clock.advance(59_000);
    assert.deepEqual(await world.reads(), []);
    await world.probe.clearFaults();
    await clock.advance(2_000);
    await until('everything is read', () => clock.pending > 0);
    assert.ok(new Set(await world.reads()).size > 1);
  });

  describe('of a server that never answers', () => {
    const operation = { method: 'GET', path: '/api/v3/servers/1' } as const;
    const unanswered = new ApiError('timeout', operation, 'no answer within 30 s');
    const other = { account, kind: 'server', ids: [2] } as const;

    it("don't keep the others waiting", async () => {
      areas = ['health'];
      const readHealth = facts.readHealth.bind(facts);
      let tries = 0;
      facts.readHealth = async (server, options) => {
        if (server.ids[0] !== 1) return readHealth(server, options);
        tries += 1;
        throw unanswered;
      };
      checker.wake();
      await until('the checks pause', () => clock.pending > 0);
      await clock.advance(61_000);
      await until('everything is read', () => clock.pending > 0);
      assert.ok(facts.healthOf(other));
      assert.equal(tries, 1);
    });

    it('say so, and read the others, if the person requested them', async () => {
      const { store } = world;
      const read = store.read.bind(store);
      store.read = (reference, options) =>
        reference.ids[0] === 1 ? Promise.reject(unanswered) : read(reference, options);
      const checked = await checker.checkServers(urgentParts, new AbortController().signal);
      assert.equal(checked.failure, unanswered);
      assert.ok(store.find({ ...other, kind: 'sshSettings' }));
    });

    it('take what is critical first, and end for a part that no server offers', async () => {
      await world.probe.addFault('404:GET:/api/v2/servers/*/settings/ssh');
      await world.probe.addFault('404:GET:/api/v3/servers/*/settings/ssh');
      await world.probe.addFault('404:GET:/api/v3/servers/*/ssh/config');
      const { signal } = new AbortController();
      const parts = [...urgentParts, ...otherParts];
      assert.deepEqual(await checker.checkServers(parts, signal), {
        failure: undefined,
        unread: ['sshSettings'],
      });
      const reads = await world.reads();
      const servers = (end: string): number =>
        new Set(reads.filter((path) => path.endsWith(end)).map((path) => path.split('/')[4])).size;
      assert.deepEqual([servers('/ssh'), servers('/supervisors')], [3, 5]);
      const first = (end: string): number => reads.findIndex((path) => path.endsWith(end));
      const last = (end: string): number => reads.findLastIndex((path) => path.endsWith(end));
      assert.ok(last('/settings/ssh') < first('/supervisors'));
      assert.ok(last('/supervisors') < first('/services'));
    });

    it('end for all others if no connection can be made', async () => {
      const { store } = world;
      const code = 'UND_ERR_CONNECT_TIMEOUT';
      const unreached = new ApiError('timeout', operation, 'no connection in time', { code });
      let tries = 0;
      store.read = () => {
        tries += 1;
        return Promise.reject(unreached);
      };
      const checked = await checker.checkServers(urgentParts, new AbortController().signal);
      assert.equal(checked.failure, unreached);
      assert.equal(tries, 1);
    });
  });

  it('stop midway once the result is hidden or the window unfocused, for a simulated hour', async () => {
    const other = { account, kind: 'server', ids: [2] } as const;
    let checks = 0;
    const watched = facts.onDidRead(() => {
      checks += 1;
      isSeen = false;
      checker.rest();
    });
    checker.wake();
    await until('the checks pause', () => clock.pending > 0);
    watched.dispose();
    assert.equal(checks, 1);
    await world.reads();
    for (let minutes = 0; minutes < 60; minutes += 1) {
      checker.wake();
      await clock.advance(60_000);
    }
    assert.deepEqual(await world.reads(), []);
    isSeen = true;
    checker.wake();
    await until('they go on', () => facts.healthOf(other) !== undefined);
  });

  it("request nothing while the result isn't visible, over a simulated hour", async () => {
    isSeen = false;
    checker.wake();
    await clock.advance(60 * 60_000);
    assert.deepEqual(await world.reads(), []);
  });
});

describe('What checking takes at least', () => {
  it('is counted before anything is known of the servers, at the share of the limit', () => {
    // Two lists of the account; three pages of servers, and six requests to each.
    const effort = effortOf(2, { total: 105, unknown: 105 }, 300);
    assert.deepEqual(effort, { requests: 635, minutes: 11 });
  });

  it('is only counted if the service announces no limit', () => {
    const { requests, minutes } = effortOf(10, { total: 4, unknown: 0 }, undefined);
    assert.deepEqual([requests, minutes], [22, undefined]);
  });
});

describe('The memory of certificates', () => {
  let now: number;

  function open(): CertificateStorage {
    return new CertificateStorage(folder, ignore, () => now);
  }

  const folder = eachTest(() => new MemoryFolder());
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1);
  });

  it('requests a certificate again only when it is about to expire', () => {
    const storage = open();
    assert.ok(storage.isDue(ssl));
    storage.note(ssl, { validUntil: '2026-03-31' });
    now += 60 * day;
    assert.ok(!storage.isDue(ssl));
    now += 16 * day;
    assert.ok(storage.isDue(ssl));
    storage.note(ssl, { validUntil: '2026-03-31' });
    assert.ok(!storage.isDue(ssl));
    storage.dispose();
  });

  it('requests once a day if there is no certificate', () => {
    const storage = open();
    storage.note(ssl, {});
    assert.ok(!storage.isDue(ssl));
    now += day;
    assert.ok(storage.isDue(ssl));
    storage.dispose();
  });

  it('remembers a shared certificate until its end, and for a week that there is none', async () => {
    const storage = open();
    const certificate = { validUntil: '2026-03-31', privateKey: 'secret' };
    const advanced = { ...shared, ids: [3, 304] } as const;
    storage.note(shared, { advancedSSL: false, certificate });
    storage.note(advanced, { advancedSSL: true });
    await storage.flush();
    storage.dispose();
    assert.ok(![...folder.files.values()].join().includes('secret'));
    const later = open();
    await later.restore(account);
    now += 7 * day - 1;
    assert.ok(!later.isDue(shared) && !later.isDue(advanced));
    now += 1;
    assert.ok(!later.isDue(shared) && later.isDue(advanced));
    now += 69 * day;
    assert.ok(later.isDue(shared));
    later.dispose();
  });

  it('is kept between sessions, stores nothing secret, and forgets an account', async () => {
    const storage = open();
    storage.note(ssl, { validUntil: '2026-03-31', privateKey: 'secret', method: 'letsencrypt' });
    await storage.flush();
    assert.ok(![...folder.files.values()].join().includes('secret'));
    const later = open();
    await later.restore(account);
    assert.ok(!later.isDue(ssl));
    await later.forget(account);
    assert.ok(later.isDue(ssl));
    assert.equal(folder.files.size, 0);
  });
});
