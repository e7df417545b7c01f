import assert from 'node:assert/strict';
import { toContent } from '../../../src/resources/documents/content';
import { DocumentError } from '../../../src/resources/documents/documentError';
import { create } from '../../../src/resources/drafts/create';
import { creations, toDraftContent } from '../../../src/resources/drafts/creations';
import { parseDraftPath, toDraftPath } from '../../../src/resources/drafts/draftPath';
import type { KindId, Resource } from '../../../src/resources/kinds/kind';
import { findKind, kinds, lineage } from '../../../src/resources/kinds/kinds';
import type { CollectionReference } from '../../../src/resources/reference';
import { isObject, type JsonObject } from '../../../src/shared/json';
import { AppClient } from '../../support/documents/appClient';
import { createTestService } from '../sandbox/support/service';

const created = kinds.filter(({ id }) => creations[id]);

/** A value for every field that a draft leaves to the person. */
const filled: Readonly<Partial<Record<KindId, JsonObject>>> = {
  server: { name: 'new-server', ipAddress: '192.0.2.77' },
  webApplication: { name: 'newapp' },
  domain: { name: 'new.example.org' },
  cronJob: { label: 'New job', username: 'webmaster', command: '/bin/true' },
  supervisorJob: { label: 'New worker', username: 'webmaster', command: 'sleep 60' },
  firewallRule: { ipAddress: '192.0.2.0/24' },
  sshKey: { label: 'New key', username: 'webmaster', publicKey: 'ssh-ed25519 AAAAC3Nz new' },
  systemUser: { username: 'newuser' },
  database: { name: 'newdatabase' },
  databaseUser: { username: 'newuser', password: 'correct horse' },
  integration: { label: 'New one', secret: 'a key' },
  atomicProject: { name: 'New project', webApplication: 101 },
};

/** Parents in the sandbox that have room for one more; those with one of a kind have it already. */
const parentIds: Readonly<Partial<Record<KindId, number[]>>> = {
  ssl: [1, 101, 102],
  waf: [1, 104],
  hubCache: [1, 102],
};

function collectionOfKind(kind: KindId): CollectionReference {
  const depth = lineage(kind).filter(({ variable }) => variable).length;
  const own = findKind(kind).variable ? 1 : 0;
  const parents = parentIds[kind] ?? [1, 101, 101].slice(0, depth - own);
  return { account: 'test', kind, parents };
}

function clientOfSandbox(): Parameters<typeof create>[0] & { readonly app: AppClient } {
  const app = new AppClient(createTestService());
  return {
    app,
    perform: (collection, endpoint, body) =>
      app.exchange({ ...collection, ids: collection.parents }, { endpoint }, body),
    list: async (collection) => {
      const endpoint = findKind(collection.kind).operations.list;
      assert.ok(endpoint);
      const reference = { ...collection, ids: collection.parents };
      const answer = await app.exchangeUnchecked(reference, { endpoint });
      assert.ok(isObject(answer) && Array.isArray(answer['data']));
      return answer['data'] as Resource[];
    },
  };
}

describe('Drafts', () => {
  for (const { id: kind } of created) {
    const creation = creations[kind];
    assert.ok(creation);

    it(`become a ${kind}, whose document can be opened`, async () => {
      const client = clientOfSandbox();
      const content = { ...toDraftContent(creation), ...filled[kind] };
      const reference = await create(client, creation, collectionOfKind(kind), content, undefined);
      assert.ok(reference, 'it is not known which it became');
      const resource = await client.app.read(reference);
      const names = ['name', 'label', 'username'].filter((name) => name in (filled[kind] ?? {}));
      for (const name of names.slice(0, 1)) {
        assert.equal(toContent(findKind(kind), resource)[name], content[name]);
      }
    });

    it(`of a ${kind} have a path of their own`, () => {
      const collection = collectionOfKind(kind);
      const path = toDraftPath(collection, 12);
      assert.deepEqual(parseDraftPath(path), collection, path);
      assert.match(path, /\/new-12\./);
    });
  }

  it('take what can be created from a resource, and none of its secrets', async () => {
    const client = clientOfSandbox();
    const contentOf = async (kind: KindId, ids: number[]): Promise<JsonObject> =>
      toContent(findKind(kind), await client.app.read({ account: 'test', kind, ids }));
    const cron = creations.cronJob;
    const integration = creations.integration;
    assert.ok(cron && integration);
    assert.deepEqual(toDraftContent(cron, await contentOf('cronJob', [1, 101])), {
      label: 'Nightly backup',
      username: 'webmaster',
      command: '/usr/local/bin/backup --all',
      minute: '30',
      hour: '2',
      dayOfMonth: '*',
      month: '*',
      dayOfWeek: '*',
    });
    const copied = toDraftContent(integration, await contentOf('integration', [1]));
    assert.ok(!('secret' in copied));
    assert.equal(copied['label'], 'Backups in Frankfurt');
  });

  it('write a port as the number that it is read as a text of', () => {
    const { firewallRule } = creations;
    assert.ok(firewallRule);
    const source = { id: 1, type: 'global', port: '443', protocol: 'tcp', ipAddress: null };
    assert.equal(toDraftContent(firewallRule, source)['port'], 443);
    assert.equal(toDraftContent(firewallRule, { ...source, port: '80-90' })['port'], '80-90');
  });

  it('have refusals on their fields', async () => {
    const { server } = creations;
    assert.ok(server);
    const content = toDraftContent(server);
    const failed = create(
      clientOfSandbox(),
      server,
      collectionOfKind('server'),
      content,
      undefined,
    );
    await assert.rejects(failed, (error) => {
      assert.ok(error instanceof DocumentError);
      const fields = new Set(error.problems.map(({ path }) => path[0]));
      assert.deepEqual(fields, new Set(['ipAddress', 'name']));
      return true;
    });
  });

  it('are nothing for paths that name no collection', () => {
    for (const path of [
      '',
      '/new-1.ssh.json',
      '/server-management/a/servers/1/new-x.cron-job.json',
    ]) {
      assert.equal(parseDraftPath(path), undefined);
    }
  });
});
