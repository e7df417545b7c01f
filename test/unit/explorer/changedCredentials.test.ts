import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Account } from '../../../src/accounts/account';
import { AccountStore } from '../../../src/accounts/accountStore';
import { Sessions } from '../../../src/accounts/sessions';
import { Emitter } from '../../../src/base/emitter';
import { Indexer } from '../../../src/resources/index/indexer';
import { ResourceIndex } from '../../../src/resources/index/resourceIndex';
import type { CollectionReference, ResourceReference } from '../../../src/resources/reference';
import { ResourceClient } from '../../../src/resources/resourceClient';
import { ResourceStore } from '../../../src/resources/store/resourceStore';
import { RemoteSearch } from '../../../src/resources/search/remoteSearch';
import { ServerFacts } from '../../../src/resources/serverFacts';
import { type RecordingServer, sendJson, startRecordingServer } from '../../support/httpServer';
import { MemorySecrets } from '../../support/memorySecrets';
import { until } from '../../support/until';
import { recordFor } from '../../support/accountRecord';

const servers: CollectionReference = { account: 'a', kind: 'server', parents: [] };
const jobs: CollectionReference = { account: 'a', kind: 'supervisorJob', parents: [1] };
const server: ResourceReference = { account: 'a', kind: 'server', ids: [1] };
const never = new AbortController().signal;

/** The parts under test, for an account at a service that returns the token of each request. */
class World {
  readonly accounts = new AccountStore(new MemorySecrets());
  readonly sessions = new Sessions(
    this.accounts,
    {
      isEnabled: false,
      onDidChange: new Emitter<void>().event,
      connect: () => Promise.reject(new Error('not in use')),
    },
    'Sandbox',
  );
  readonly client = new ResourceClient(this.sessions);
  readonly store = new ResourceStore(this.client);
  readonly facts = new ServerFacts(this.client);
  readonly search = new RemoteSearch(this.client, this.store);
  readonly index = new ResourceIndex();
  stopIndexing = new AbortController();
  changes = 0;
  readonly service: RecordingServer;

  constructor(service: RecordingServer) {
    this.service = service;
    this.sessions.onDidChangeConnection((id) => {
      this.store.forgetAccount(id);

      this.facts.forget(id);
      this.search.forget();
      this.stopIndexing.abort();
      this.index.forget(id);
      this.changes += 1;
    });
  }

  async signIn(token: string): Promise<void> {
    const { changes } = this;
    await this.accounts.save(recordFor({ url: this.service.url, token }, { id: 'a' }));
    await until('the change is noticed', () => this.changes > changes);
  }

  /** Everything known, as text; it contains the credentials of each request. */
  get known(): string {
    const found = this.search.results(servers, 'any').map((each) => this.store.find(each));
    const counted = this.facts.count(server, 'webApplication');
    return JSON.stringify([this.store.known('a'), found, counted, this.index.search('', 99)]);
  }
}

/** Ways to make a request, each of which shows its answer. */
const ways: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'a list': ({ store }) => store.list(servers),
  'the next page': async ({ store }) => store.more(servers),
  'a whole list': ({ store }) => store.all(servers),
  'one resource': ({ store }) => store.read(server),
  'a document': async ({ client, store }) => store.replace(server, await client.read(server)),
  'states of rows': async ({ store }) => {
    await store.list(jobs);
    await store.readStates(jobs, {});
  },
  'facts of a server': ({ facts }) => facts.read(server, never),
  'a search': ({ search }) => {
    search.results(servers, 'any');
    return new Promise((resolve) => search.onDidFind(resolve));
  },
  'the index': async (world) => {
    const [account] = await world.sessions.accounts();
    world.stopIndexing = new AbortController();
    const indexer = new Indexer(world.client, world.index);
    await indexer.run(account as Account, world.stopIndexing.signal);
  },
};

describe('Credentials that change during a read', () => {
  /** Answers to the old token, held until a test releases them; all except lists of jobs. */
  let waiting: (() => void)[];
  let isLetGo: boolean;
  let world: World;

  beforeEach(async () => {
    waiting = [];
    isLetGo = false;
    const service = await startRecordingServer(({ headers, target }, response) => {
      const token = String(headers['authorization']).replace('Bearer ', '');
      const answer = (): void => sendAnswer(response, target, token);
      const isHeld = !isLetGo && token === 'old' && !target.includes('/supervisors?');
      if (isHeld) waiting.push(answer);
      else answer();
    });
    world = new World(service);
    await world.signIn('old');
  });

  afterEach(async () => {
    letGo();
    world.sessions.dispose();
    await world.service.close();
  });

  function letGo(): void {
    isLetGo = true;
    for (const answer of waiting.splice(0)) answer();
  }

  for (const [name, ask] of Object.entries(ways)) {
    it(`discard everything requested with the old ones: ${name}`, async () => {
      const asking = ask(world).catch(() => undefined);
      await until('it is asked', () => waiting.length > 0);
      await world.signIn('new');
      await world.store.list(jobs);
      letGo();
      await asking;
      await until('all was answered', () => world.service.open === 0);
      await new Promise((resolve) => setImmediate(resolve));
      assert.doesNotMatch(world.known, /old|9876543/);
      assert.ok(world.known.includes('new'), 'data read with the new ones must be shown');
    });

    it(`discard everything of a removed account: ${name}`, async () => {
      const asking = ask(world).catch(() => undefined);
      await until('it is asked', () => waiting.length > 0);
      await world.accounts.remove('a');
      letGo();
      await until('all was answered', () => world.service.open === 0);
      if (name !== 'a search') await asking;
      await new Promise((resolve) => setImmediate(resolve));
      assert.doesNotMatch(world.known, /old|9876543/);
    });
  }
});

/** A number that doesn't occur in any other answer. */
const countOfOld = 9_876_543;

const aServer = {
  id: 1,
  provider: 'custom',
  stack: 'nginx',
  ipAddress: '192.0.2.1',
  country_iso_code: null,
  os: 'linux',
  osVersion: null,
  connected: true,
  online: true,
  agentVersion: null,
  phpCLIVersion: 'php83',
  softwareUpdate: true,
  securityUpdate: true,
  transferStatus: '',
  created_at: '2026-01-01 00:00:00',
  tags: [],
};
const aJob = {
  label: 'job',
  username: 'web',
  numprocs: 1,
  autoStart: true,
  autoRestart: true,
  command: 'work',
  directory: '/',
};

/** Answers every request with the token in each name and number. */
function sendAnswer(response: ServerResponse, target: string, token: string): void {
  const row = {
    ...aServer,
    ...aJob,
    name: token,
    stats: { webApplication: token === 'old' ? countOfOld : 2 },
  };
  if (target.endsWith('/supervisors/status')) {
    sendJson(response, { job: [{ process: 'job', status: token }] });
    return;
  }
  const isOne = /\/servers\/1(\/(stats|hardwareinfo|health).*)?$/.test(target);
  const pagination = { total: 2, per_page: 1, current_page: 1, total_pages: 2 };
  const id = Number(new URL(target, 'http://x').searchParams.get('page') ?? '1');
  sendJson(response, isOne ? row : { data: [{ ...row, id }], meta: { pagination } });
}
