import assert from 'node:assert/strict';
import { ApiClient } from '../../../../src/api/client';
import { ApiError } from '../../../../src/api/errors';
import { referencePathWords } from '../../../../src/api/request';
import { collect } from '../../../../src/api/paging';
import { exportFolder } from '../../../../src/pending/folders/exportFolder';
import { FolderFiles } from '../../../../src/pending/folders/folderFiles';
import { type LockedFile, writeLock } from '../../../../src/pending/folders/lock';
import {
  readTree,
  type TreeProgress,
  type TreeReading,
  walkTree,
} from '../../../../src/pending/folders/readTree';
import { ResourceClient } from '../../../../src/resources/resourceClient';
import { FolderWorld, MemoryFiles } from '../../../support/pending/folders/folderWorld';

const servers = 50;
const lockFile = 'server-management.lock.json';
const lists: Readonly<Record<string, string>> = {
  cronjobs: 'label',
  supervisors: 'label',
  'security/firewalls': 'label',
  databases: 'name',
};

/** A service with many servers, each of which has four lists with one item each. */
class ManyServers {
  readonly requests: string[] = [];
  readonly #stop = new AbortController();
  readonly #client: ResourceClient;
  #listeners = 0;
  mostListeners = 0;
  /** Stops reading with this request. */
  stopsAt = Number.POSITIVE_INFINITY;

  constructor() {
    const api = new ApiClient({
      target: { baseUrl: 'https://example.com', pathWords: referencePathWords },
      credentials: () => Promise.resolve({ kind: 'token', token: 'a' }),
      fetch: (input) => this.#answer(new URL(input instanceof Request ? input.url : input)),
    });
    this.#client = new ResourceClient({
      client: () => Promise.resolve(api),
    });
    const { signal } = this.#stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      this.#listeners += 1;
      this.mostListeners = Math.max(this.mostListeners, this.#listeners);
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      this.#listeners -= 1;
      remove(...given);
    };
  }

  readonly reading: TreeReading = {
    account: { id: 'a', authentication: 'token' },
    list: async (collection) =>
      collect(await this.#client.pages(collection, { signal: this.#stop.signal })),
    read: (reference) => this.#client.readWhole(reference, { signal: this.#stop.signal }),
  };

  async #answer({ pathname, searchParams }: URL): Promise<Response> {
    this.requests.push(pathname);
    if (this.requests.length === this.stopsAt) this.#stop.abort();
    // As an answer from a network, it doesn't arrive at once.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const path = pathname.replace(/^\/api\/v\d/, '');
    if (path === '/servers') {
      const first = (Number(searchParams.get('page')) - 1) * 40;
      const data = Array.from({ length: Math.min(40, servers - first) }, (_, index) => {
        return { id: first + index + 1, name: `server ${first + index + 1}` };
      });
      return Response.json({ data, meta: { pagination: { total: servers } } });
    }
    const [, id, list = ''] = /^\/servers\/(\d+)\/?(.*)$/.exec(path) ?? [];
    if (id && list === '') return Response.json({ id: Number(id), name: `server ${id}` });
    const name = lists[list.replace(/\/\d+$/, '')];
    if (!id || !name) return Response.json({}, { status: 404 });
    const item = { id: Number(id) * 10, [name]: `${list} ${id}` };
    return Response.json(/\d$/.test(list) ? item : { data: [item] });
  }
}

function exportTo(files: MemoryFiles, reading: TreeReading): ReturnType<typeof exportFolder> {
  return exportFolder(files, {
    account: { id: 'a', label: 'Example', service: 'https://example.com' },
    scopes: 'account',
    nameOf: () => '',
    walk: (visitor) => walkTree(reading, 'account', visitor),
  });
}

/** Notes when files are written. */
class WatchedFiles extends MemoryFiles {
  onWrite: () => void = () => undefined;

  override write(path: string, bytes: Uint8Array): Promise<void> {
    this.onWrite();
    return super.write(path, bytes);
  }
}

describe('Exporting many servers', () => {
  it('starts few reads at a time, listens to the signal few times and writes files as they come', async () => {
    const service = new ManyServers();
    const files = new WatchedFiles();
    const writtenAfter: number[] = [];
    files.onWrite = () => writtenAfter.push(service.requests.length);
    const { count, failures, stopped } = await exportTo(files, service.reading);
    assert.deepEqual([count, failures, stopped], [servers * 5, [], undefined]);
    assert.ok(service.mostListeners <= 16, String(service.mostListeners));
    const all = service.requests.length;
    for (const share of [0.1, 0.5, 0.9]) {
      const soFar = writtenAfter.filter((requests) => requests < all * share).length;
      assert.ok(soFar > (count * share) / 2, `${soFar} files after ${share} of the requests`);
    }
  });

  it('has at most eight reads under way, however many lists and resources there are', async () => {
    const world = new FolderWorld();
    for (let id = 1; id <= 50; id += 1) {
      world.at('server').push({ id, name: `s${id}` });
      for (let job = 1; job <= 20; job += 1) {
        world.at('cronJob', id).push({ id: job, label: `job ${job}` });
      }
    }
    let [now, most] = [0, 0];
    const counted = async <Result>(read: Promise<Result>): Promise<Result> => {
      now += 1;
      most = Math.max(most, now);
      try {
        return await read;
      } finally {
        now -= 1;
      }
    };
    const progress: TreeProgress[] = [];
    const { resources } = await readTree(
      {
        ...world.reading,
        list: (collection) => counted(world.reading.list(collection)),
        read: (reference) => counted(world.reading.read(reference)),
        onProgress: (each) => progress.push(each),
      },
      'account',
    );
    assert.deepEqual([resources.size, now], [50 * 21, 0]);
    assert.ok(most > 1 && most <= 8, String(most));
    assert.deepEqual(
      [progress.at(0)?.of, progress.at(-1)?.done, progress.at(-1)?.of],
      [50, 50, 50],
    );
  });

  it('goes on after it was stopped, and comes to the same files', async () => {
    const whole = new MemoryFiles();
    const undisturbed = new ManyServers();
    await exportTo(whole, undisturbed.reading);
    const files = new MemoryFiles();
    let requests = 0;
    for (const stopsAt of [200, 250]) {
      const service = new ManyServers();
      service.stopsAt = stopsAt;
      const { count, stopped } = await exportTo(files, service.reading);
      assert.ok(stopped?.error instanceof ApiError && stopped.error.reason === 'cancelled');
      assert.ok(count > 0 && count === files.texts.size - 2, String(count));
      assert.match(files.texts.get(lockFile) ?? '', /"unfinished": true/);
      requests += service.requests.length;
    }
    const last = new ManyServers();
    await exportTo(files, last.reading);
    assert.deepEqual(files.texts, whole.texts);
    // What was under way is read again, but nothing else.
    const again = requests + last.requests.length - undisturbed.requests.length;
    assert.ok(again < 2 * 80, String(again));
  });

  it('continues no export of another account or of other resources', async () => {
    const files = new MemoryFiles();
    const service = new ManyServers();
    service.stopsAt = 200;
    await exportTo(files, service.reading);
    const other = { id: 'b', label: 'Other', service: 'https://example.com' };
    for (const [account, scopes] of [
      [other, 'account'],
      [{ ...other, id: 'a' }, [{ kind: 'server', ids: [1] }]],
    ] as const) {
      const exporting = {
        account,
        scopes,
        nameOf: () => '',
        walk: () => assert.fail('It was read'),
      };
      await assert.rejects(exportFolder(files, exporting), { reason: 'otherFiles' });
    }
  });

  it('lets other work go on while the lock is written, in the same order whatever came first', async () => {
    const count = 25_000;
    let [turns, made, most] = [0, 0, 0];
    const countTurn = (): void => {
      turns += 1;
      [most, made] = [Math.max(most, made), 0];
      turn = setImmediate(countTurn);
    };
    let turn = setImmediate(countTurn);
    const entry = (id: number): LockedFile => ({
      kind: 'cronJob',
      ids: [id],
      get read() {
        made += 1;
        return {};
      },
    });
    const paths = Array.from({ length: count }, (_, id) => `servers/${(id * 7_919) % count}.json`);
    const disk = new MemoryFiles();
    await writeLock(await FolderFiles.open(disk), {
      account: { id: 'a', label: 'Example', service: 'https://example.com' },
      scopes: 'account',
      isUnfinished: false,
      folders: new Map(),
      files: new Map(paths.map((path, id) => [path, entry(id)])),
      created: [],
    });
    clearImmediate(turn);
    const { files } = JSON.parse(disk.texts.get(lockFile) ?? '') as { files: object };
    assert.deepEqual(Object.keys(files), paths.toSorted());
    assert.ok(turns > 100 && most <= 300, `${most} entries at once`);
  });
});
