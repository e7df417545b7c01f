import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { kinds, lineage } from '../../../src/resources/kinds/kinds';
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

describe('a reference', () => {
  it('comes back from the path of its document', () => {
    fc.assert(
      fc.property(references, (reference) => {
        assert.deepEqual(parseDocumentPath(toDocumentPath(reference)), reference);
      }),
    );
  });

  it('has a path of its own', () => {
    fc.assert(
      fc.property(references, references, (one, other) => {
        const isSame = toKey(one) === toKey(other);
        assert.equal(toDocumentPath(one) === toDocumentPath(other), isSame);
      }),
    );
  });

  it('is written for people to read', () => {
    const path = toDocumentPath({ account: 'example', kind: 'cronJob', ids: [12, 5] });
    assert.equal(path, '/server-management/example/servers/12/cron-jobs/5.cron-job.json');
    const settings = toDocumentPath({ account: 'example', kind: 'sshSettings', ids: [12] });
    assert.equal(settings, '/server-management/example/servers/12/12.ssh.json');
  });

  it('knows no path that it would not write itself', () => {
    for (const path of [
      '/server-management/example/servers/12/cron-jobs/5.ssh.json',
      '/server-management/example/servers/12/cron-jobs/five.cron-job.json',
      '/server-management/example/servers/12/../13/13.ssh.json',
      '/other/example/servers/12/12.ssh.json',
      '/server-management/example/servers/012/012.ssh.json',
    ]) {
      assert.equal(parseDocumentPath(path), undefined, path);
    }
  });

  it('knows what is below it, at any depth and in its own account alone', () => {
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

  it('gives the API its ids by name', () => {
    const domain: ResourceReference = { account: 'example', kind: 'domain', ids: [1, 2, 3] };
    assert.deepEqual(toPathValues(domain), { serverId: 1, webappId: 2, domainId: 3 });
    assert.deepEqual(toPathValues(collectionOf(domain)), { serverId: 1, webappId: 2 });
    assert.deepEqual(parentOf(domain), { account: 'example', kind: 'webApplication', ids: [1, 2] });
  });
});
