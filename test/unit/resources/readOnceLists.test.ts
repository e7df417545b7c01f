import assert from 'node:assert/strict';
import { AccountStore } from '../../../src/accounts/accountStore';
import { Sessions } from '../../../src/accounts/sessions';
import { readMysqlCollations } from '../../../src/api/contract/database';
import { readDnsRecords } from '../../../src/api/contract/domain';
import { readInstallerNames } from '../../../src/api/contract/installer';
import { readSupervisorBinaries } from '../../../src/api/contract/supervisorJob';
import { readPhpVersions, readTimeZones } from '../../../src/api/contract/webApplication';
import { ResourceClient } from '../../../src/resources/resourceClient';
import { collect } from '../../../src/api/paging';
import { recordFor } from '../../support/accountRecord';
import { type RecordingServer, sendJson, startRecordingServer } from '../../support/httpServer';
import { MemorySecrets } from '../../support/memorySecrets';

const noSandbox = {
  isEnabled: false,
  onDidChange: () => ({ dispose: () => undefined }),
  connect: () => Promise.reject(new Error('There is no sandbox here.')),
};

async function clientOf(service: RecordingServer): Promise<ResourceClient> {
  const accounts = new AccountStore(new MemorySecrets());
  await accounts.save(recordFor(service));
  return new ResourceClient(new Sessions(accounts, noSandbox, 'Sandbox'));
}

describe('A list to choose from', () => {
  for (const list of [
    readMysqlCollations,
    readDnsRecords,
    readInstallerNames,
    readSupervisorBinaries,
    readPhpVersions,
    readTimeZones,
  ]) {
    it(`is read page by page, with the largest pages: ${list.path}`, async () => {
      const isText = list !== readDnsRecords;
      const all = Array.from({ length: 45 }, (_, index) =>
        isText ? `v${index}` : { type: 'A', hostname: `h${index}`, content: '192.0.2.1' },
      );
      const service = await startRecordingServer(({ target }, response) => {
        const query = new URL(target, 'http://service').searchParams;
        const perPage = Number(query.get('perPage') ?? 15);
        const start = (Number(query.get('page') ?? 1) - 1) * perPage;
        sendJson(response, all.slice(start, start + perPage));
      });
      try {
        const client = await clientOf(service);
        const domain = { account: 'example', kind: 'domain', ids: [1, 2, 3] } as const;
        assert.deepEqual(await client.perform(domain, list, undefined), all);
        assert.equal(service.requests.length, 2);
      } finally {
        await service.close();
      }
    });
  }
});

describe('A list that was read', () => {
  it("isn't read again to know if what can't be read alone still exists", async () => {
    const service = await startRecordingServer(({ target }, response) => {
      if (target.includes('/webapps?')) sendJson(response, [{ id: 2, name: 'shop' }]);
      else sendJson(response, { message: 'Not found' }, 404);
    });
    try {
      const client = await clientOf(service);
      const list = { account: 'example', kind: 'webApplication', parents: [1] } as const;
      await collect(await client.pages(list));
      const hub = client.read({ account: 'example', kind: 'hubCache', ids: [1, 2] });
      await assert.rejects(hub, { reason: 'unsupported' });
      const targets = service.requests.map(({ target }) => target);
      assert.equal(targets.filter((each) => each.includes('/webapps?')).length, 1, targets.join());
    } finally {
      await service.close();
    }
  });
});
