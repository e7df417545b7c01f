import assert from 'node:assert/strict';
import { AccountStore } from '../../../src/accounts/accountStore';
import { Sessions } from '../../../src/accounts/sessions';
import { formats } from '../../../src/base/l10n';
import { findKind } from '../../../src/resources/kinds/kinds';
import { ResourceClient } from '../../../src/resources/resourceClient';
import { mayBeIncomplete } from '../../../src/resources/store/listing';
import { ResourceStore } from '../../../src/resources/store/resourceStore';
import { recordFor } from '../../support/accountRecord';
import { sendJson, startRecordingServer } from '../../support/httpServer';
import { MemorySecrets } from '../../support/memorySecrets';

describe('The row of a log entry', () => {
  const timeOf = (createdAt: string): string =>
    String(findKind('logEntry').present({ content: 'x', created_at: createdAt }).description);

  it('shows the time as the person writes it, and an unknown form as sent', () => {
    const at = Date.UTC(2026, 5, 30, 13);
    assert.equal(timeOf('2026-06-30 13:00:00'), formats.moment(at));
    assert.equal(timeOf('2 hours ago'), '2 hours ago');
  });
});

describe('A log with equal lines', () => {
  const toLine = (content: string): object => ({
    kind: 'Info',
    content,
    created_at: '2026-06-30 13:00:00',
  });

  /** Reads a log whose lines 39 and 40, 41 and 60 are equal, by whole or by pages. */
  async function read(countsLines: boolean, how: 'all' | 'more', arriving: number) {
    const log = Array.from({ length: 70 }, (_, index) =>
      toLine([38, 39, 40, 59].includes(index) ? 'Started' : `Job ${index} ran`),
    );
    const before = log.length;
    const service = await startRecordingServer(({ target }, response) => {
      const page = Number(new URL(target, 'http://service').searchParams.get('page') ?? 1);
      const data = log.slice((page - 1) * 40, page * 40);
      const pagination = { total: log.length, per_page: 40 };
      sendJson(response, countsLines ? { data, meta: { pagination } } : { data });
      if (page > 1) return;
      for (let index = 0; index < arriving; index += 1) log.unshift(toLine(`New ${index}`));
    });
    try {
      const accounts = new AccountStore(new MemorySecrets());
      await accounts.save(recordFor(service));
      const noSandbox = {
        isEnabled: false,
        onDidChange: () => ({ dispose: () => undefined }),
        connect: () => Promise.reject(new Error('There is no sandbox here.')),
      };
      const client = new ResourceClient(new Sessions(accounts, noSandbox, 'Sandbox'));
      const store = new ResourceStore(client);
      const collection = { account: 'example', kind: 'logEntry', parents: [1] } as const;
      if (how === 'more') await store.more(collection);
      else await store.all(collection);
      const listing = store.peek(collection);
      const items = listing?.items ?? [];
      assert.equal(new Set(items.map(({ id }) => id)).size, items.length, 'ids');
      return {
        texts: items.map(({ content }) => content),
        written: log
          .slice(log.length - before)
          .map((line) => (line as { content: string }).content),
        isSaidToMiss: !!listing && mayBeIncomplete(listing),
      };
    } finally {
      await service.close();
    }
  }

  for (const how of ['all', 'more'] as const) {
    for (const arriving of [0, 1, 3]) {
      it(`shows each once, in order, read as ${how}, if ${arriving} arrive and all are counted`, async () => {
        const { texts, written, isSaidToMiss } = await read(true, how, arriving);
        assert.deepEqual([texts, isSaidToMiss], [written, arriving > 0]);
      });
    }

    it(`may miss some, which is said, read as ${how}, if none are counted`, async () => {
      const { texts, written, isSaidToMiss } = await read(false, how, 0);
      assert.deepEqual(
        texts,
        written.filter((_, index) => index !== 40),
      );
      assert.ok(isSaidToMiss);
    });
  }
});
