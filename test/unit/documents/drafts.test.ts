import assert from 'node:assert/strict';
import { toContent } from '../../../src/documents/content';
import { DocumentError } from '../../../src/documents/writing/outcome';
import { creations } from '../../../src/documents/creations/creations';
import { toDraftContent } from '../../../src/documents/creations/creation';
import {
  parseDraft,
  parseDraftPath,
  toDraftPath,
  toNamedDraftPath,
} from '../../../src/documents/drafts/draftPath';
import { type KindId, findKind, kinds } from '../../../src/resources/kinds/kinds';
import type { JsonObject } from '../../../src/base/json';
import {
  clientOfSandbox,
  collectionOfKind,
  create,
  filled,
} from '../../support/documents/draftCases';
import { cronFieldNames } from '../../../src/resources/cron/cronSchedule';

const created = kinds.filter(({ id }) => creations[id]);

describe('Drafts', () => {
  for (const { id: kind } of created) {
    const creation = creations[kind];
    assert.ok(creation);

    it(`become a ${kind}, whose document can be opened`, async () => {
      const client = clientOfSandbox();
      const content = { ...toDraftContent(creation), ...filled[kind] };
      const reference = await create(client, collectionOfKind(kind), content);
      assert.ok(reference, "the new resource isn't identified");
      const resource = await client.app.read(reference);
      const names = ['name', 'label', 'username'].filter((name) => name in (filled[kind] ?? {}));
      for (const name of names.slice(0, 1)) {
        assert.equal(toContent(findKind(kind), resource)[name], content[name]);
      }
    });

    it(`of a ${kind} have a unique path`, () => {
      const collection = collectionOfKind(kind);
      const path = toDraftPath(collection, 12);
      assert.deepEqual(parseDraftPath(path), collection, path);
      assert.match(path, /\/new-12\./);
    });

    it(`of a ${kind} are identified independently of their parents' names in the path`, () => {
      const collection = collectionOfKind(kind);
      for (const name of ['shop', 'a/b~7', undefined]) {
        const named = toNamedDraftPath({ collection, number: 12 }, () => name);
        assert.deepEqual(parseDraft(named), { collection, number: 12 }, named);
      }
    });
  }

  it('start with the fields of a resource that can be created, without its secrets', async () => {
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

  it("write a port as a number, although it's read as a text", () => {
    const { firewallRule } = creations;
    assert.ok(firewallRule);
    const source = { id: 1, type: 'global', port: '443', protocol: 'tcp', ipAddress: null };
    assert.equal(toDraftContent(firewallRule, source)['port'], 443);
    assert.equal(toDraftContent(firewallRule, { ...source, port: '80-90' })['port'], '80-90');
  });

  it('of a global firewall rule are accepted without an address or action', async () => {
    const { firewallRule } = creations;
    assert.ok(firewallRule);
    const client = clientOfSandbox();
    const collection = collectionOfKind('firewallRule');
    const global = { type: 'global', port: 8443, protocol: 'tcp' };
    const make = (body: JsonObject): ReturnType<typeof create> => create(client, collection, body);
    const source = await make(global);
    assert.ok(source);
    const content = toContent(findKind('firewallRule'), await client.app.read(source));
    assert.equal(content['ipAddress'], null);
    const copied = { ...toDraftContent(firewallRule, content), port: 9443 };
    assert.deepEqual(copied, { ...global, port: 9443 });
    assert.ok(await make(copied));
  });

  it('of a domain use a boolean for www', () => {
    const { domain } = creations;
    assert.ok(domain);
    const source = { id: 1, name: 'example.org', type: 'alias', redirection: 'none', wildcard: 0 };
    for (const [read, written] of [
      [1, true],
      [0, false],
      [true, true],
    ] as const) {
      assert.deepEqual(toDraftContent(domain, { ...source, www: read }), {
        name: 'example.org',
        type: 'alias',
        redirection: 'none',
        www: written,
      });
    }
  });

  it('of a global firewall rule have no address and no action, even if a read returns them', () => {
    const { firewallRule } = creations;
    assert.ok(firewallRule);
    const source = { id: 1, type: 'global', port: '443', protocol: 'tcp' };
    const expected = { type: 'global', port: 443, protocol: 'tcp' };
    assert.deepEqual(toDraftContent(firewallRule, source), expected);
    const told = { ...source, ipAddress: '0.0.0.0/0', firewallAction: 'accept' };
    assert.deepEqual(toDraftContent(firewallRule, told), expected);
  });

  it("of an integration contain the service's code for creation, or leave it empty", () => {
    const { integration } = creations;
    assert.ok(integration);
    for (const [read, written] of [
      ['Digital Ocean', 'digitalocean'],
      ['UpCloud Object Storage', 'upcloudobjectstorage'],
      ['SFTP', 'sftp'],
      ['linode', 'linode'],
      ['Somewhere Else', ''],
    ] as const) {
      const content = toDraftContent(integration, { id: 1, label: 'Backups', service: read });
      assert.equal(content['service'], written);
    }
  });

  it("of a cron job leave the schedule empty if it isn't five fields", () => {
    const { cronJob } = creations;
    assert.ok(cronJob);
    const source = { id: 1, label: 'Tidy up', username: 'webmaster', command: 'x', time: '@daily' };
    const content = toDraftContent(cronJob, toContent(findKind('cronJob'), source));
    assert.equal(content['label'], 'Tidy up');
    for (const name of cronFieldNames) assert.equal(content[name], '');
  });

  it('show refusals on their fields', async () => {
    const { server } = creations;
    assert.ok(server);
    const content = toDraftContent(server);
    const failed = create(clientOfSandbox(), collectionOfKind('server'), content);
    await assert.rejects(failed, (error) => {
      assert.ok(error instanceof DocumentError);
      const fields = new Set(error.problems.map(({ path }) => path[0]));
      assert.deepEqual(fields, new Set(['ipAddress', 'name']));
      return true;
    });
  });

  it("don't exist for paths that don't identify a collection", () => {
    for (const path of [
      '',
      '/new-1.ssh.json',
      '/server-management/a/servers/1/new-x.cron-job.json',
      '/server-management/a/shop~1/more/blog~2/Cron Jobs/new-1.cron-job.json',
    ]) {
      assert.equal(parseDraftPath(path), undefined);
    }
  });
});
