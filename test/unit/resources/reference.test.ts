import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { kinds, lineage } from '../../../src/resources/kinds/kinds';
import { toNamedPath } from '../../../src/resources/names/resourceNames';
import {
  collectionOf,
  isWithin,
  parentOf,
  parseDocumentPath,
  type ResourceReference,
  toDocumentPath,
  toKey,
  toPathValues,
} from '../../../src/resources/reference';

const accounts = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/);

const references: fc.Arbitrary<ResourceReference> = fc
  .constantFrom(...kinds.map(({ id }) => id))
  .chain((kind) => {
    const depth = lineage(kind).filter(({ variable }) => variable !== undefined).length;
    return fc.record(
      {
        account: accounts,
        kind: fc.constant(kind),
        ids: fc.array(fc.nat(), { minLength: depth, maxLength: depth }),
      },
      { noNullPrototype: true },
    );
  });

describe('A reference', () => {
  it('is restored from the path of its document', () => {
    fc.assert(
      fc.property(references, (reference) => {
        assert.deepEqual(parseDocumentPath(toDocumentPath(reference)), reference);
      }),
    );
  });

  it('has a unique path', () => {
    fc.assert(
      fc.property(references, references, (one, other) => {
        const isSame = toKey(one) === toKey(other);
        assert.equal(toDocumentPath(one) === toDocumentPath(other), isSame);
      }),
    );
  });

  it('has a readable path', () => {
    const path = toDocumentPath({ account: 'example', kind: 'cronJob', ids: [12, 5] });
    assert.equal(path, '/server-management/example/servers/12/cron-jobs/5.cron-job.json');
    const settings = toDocumentPath({ account: 'example', kind: 'sshSettings', ids: [12] });
    assert.equal(settings, '/server-management/example/servers/12/12.ssh.json');
  });

  it('is restored from a path with any names', () => {
    const names = fc.option(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom('a/b\\c', ' ', '..', '~', 'x~5', '5', '50 % #1?', 'a.json'),
        fc.constantFrom('👩‍👩‍👧 shop', 'גיבוי לילי', 'x'.repeat(200), '\ud800'),
      ),
      { nil: undefined },
    );
    fc.assert(
      fc.property(references, names, (reference, name) => {
        const path = toNamedPath(reference, () => name);
        assert.deepEqual(parseDocumentPath(path), reference, path);
        assert.equal(decodeURIComponent(encodeURIComponent(path)), path);
        assert.ok(path.split('/').every((segment) => segment !== '' || path.startsWith('/')));
        assert.ok(!/[\\\n]|\/\.{0,2}\//.test(path), path);
      }),
    );
  });

  it('contains the names of all parents, and its own', () => {
    const names: Record<string, string> = { server: 'shop-frankfurt', cronJob: 'Nightly backup' };
    const nameOf = ({ kind }: ResourceReference): string | undefined => names[kind];
    const job: ResourceReference = { account: 'example', kind: 'cronJob', ids: [12, 5] };
    assert.equal(
      toNamedPath(job, nameOf),
      '/server-management/example/shop-frankfurt~12/Cron Jobs/Nightly backup~5.cron-job.json',
    );
    const settings: ResourceReference = { account: 'example', kind: 'sshSettings', ids: [12] };
    assert.equal(
      toNamedPath(settings, nameOf),
      '/server-management/example/shop-frankfurt~12.ssh.json',
    );
    const ssl: ResourceReference = { account: 'example', kind: 'ssl', ids: [12, 3, 4] };
    assert.equal(
      toNamedPath(ssl, nameOf),
      '/server-management/example/shop-frankfurt~12/Web Applications/3/Domains/4.ssl.json',
    );
  });

  it('is independent of the names in the path', () => {
    const job: ResourceReference = { account: 'example', kind: 'cronJob', ids: [12, 5] };
    for (const path of [
      'servers/12/cron-jobs/5.cron-job.json',
      'shop~12/Cron Jobs/Nightly~5.cron-job.json',
      'other~12/Cronjobs/~5.cron-job.json',
      '12/Cron Jobs/5.cron-job.json',
      'a~1~12/Cron Jobs/b~2~5.cron-job.json',
    ]) {
      assert.deepEqual(parseDocumentPath(`/server-management/example/${path}`), job, path);
    }
  });

  it("rejects a path that it wouldn't write itself", () => {
    for (const path of [
      '/server-management/example/shop~12/Cron Jobs/Nightly~5x.cron-job.json',
      '/server-management/example/shop~012/Cron Jobs/Nightly~5.cron-job.json',
      '/server-management/example/shop/Cron Jobs/Nightly~5.cron-job.json',
      '/server-management/example/shop~12/Cron Jobs/more/Nightly~5.cron-job.json',
      '/server-management/example/shop~12/Cron Jobs/Nightly~99999999999999999999.cron-job.json',
      '/server-management/example/servers/12/cron-jobs/5.ssh.json',
      '/server-management/example/servers/12/cron-jobs/five.cron-job.json',
      '/server-management/example/servers/12/../13/13.ssh.json',
      '/other/example/servers/12/12.ssh.json',
      '/server-management/example/servers/012/012.ssh.json',
    ]) {
      assert.equal(parseDocumentPath(path), undefined, path);
    }
  });

  it('contains descendants at any depth, only in its own account', () => {
    const server = { account: 'one', kind: 'server', ids: [1] } as const;
    const domain = { account: 'one', kind: 'domain', ids: [1, 101, 5] } as const;
    assert.ok(isWithin(server, server));
    assert.ok(isWithin(domain, server));
    assert.ok(isWithin(domain, { account: 'one', kind: 'webApplication', ids: [1, 101] }));
    assert.ok(!isWithin(server, domain));
    assert.ok(!isWithin(domain, { ...server, ids: [2] }));
    assert.ok(!isWithin({ ...domain, account: 'two' }, server));
    assert.ok(!isWithin({ account: 'one', kind: 'canvas', ids: [1] }, server));
  });

  it('passes its ids to the API by name', () => {
    const domain: ResourceReference = { account: 'example', kind: 'domain', ids: [1, 2, 3] };
    assert.deepEqual(toPathValues(domain), { serverId: 1, webappId: 2, domainId: 3 });
    assert.deepEqual(toPathValues(collectionOf(domain)), { serverId: 1, webappId: 2 });
    assert.deepEqual(parentOf(domain), { account: 'example', kind: 'webApplication', ids: [1, 2] });
  });
});
