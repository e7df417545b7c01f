import assert from 'node:assert/strict';
import { AppClient } from './appClient';
import { openDrafts, plainly } from './openDrafts';
import { secretFields } from '../../../src/documents/creations/creation';
import { creationFor } from '../../../src/documents/creations/creations';
import type { ResourceStore } from '../../../src/resources/store/resourceStore';
import type { WriteRequest } from '../../../src/resources/resourceClient';
import type { Resource } from '../../../src/resources/kinds/kind';
import { type KindId, findKind, lineage } from '../../../src/resources/kinds/kinds';
import type {
  CollectionReference,
  ResourceReference,
  Target,
} from '../../../src/resources/reference';
import { isObject, type JsonObject, omit } from '../../../src/base/json';
import { createTestService } from '../../unit/sandbox/support/service';

/** A value for every field that a draft leaves to the person. */
export const filled: Readonly<Partial<Record<KindId, JsonObject>>> = {
  server: { name: 'new-server', ipAddress: '192.0.2.77' },
  webApplication: {
    name: 'newapp',
    domainName: 'newapp.example.com',
    user: 101,
    phpVersion: 'php83',
  },
  gitRepository: { repository: 'shop/new' },
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

/** Parents in the sandbox that can have one more; others already have their only child of a kind. */
const parentIds: Readonly<Partial<Record<KindId, number[]>>> = {
  ssl: [1, 101, 102],
  waf: [1, 104],
  hubCache: [1, 102],
};

/** A collection of the sandbox in which one more of a kind can be created. */
export function collectionOfKind(kind: KindId): CollectionReference {
  const depth = lineage(kind).filter(({ variable }) => variable).length;
  const own = findKind(kind).variable ? 1 : 0;
  const parents = parentIds[kind] ?? [1, 101, 101].slice(0, depth - own);
  return { account: 'test', kind, parents };
}

/** Writes, reads and lists in a sandbox of its own. */
export interface SandboxClient {
  readonly app: AppClient;
  requireWritable(): Promise<void>;
  write(target: Target, request: WriteRequest): Promise<unknown>;
  read: AppClient['read'];
  list(collection: CollectionReference): Promise<readonly Resource[]>;
}

/** Creates and lists in a sandbox of its own. */
export function clientOfSandbox(): SandboxClient {
  const app = new AppClient(createTestService());
  return {
    app,
    requireWritable: () => Promise.resolve(),
    read: (reference) => app.read(reference),
    write: (target, { endpoint, body }) => app.exchange(toReference(target), { endpoint }, body),
    list: async (collection) => {
      const endpoint = findKind(collection.kind).operations.list;
      assert.ok(endpoint);
      const answer = await app.exchangeUnchecked(toReference(collection), { endpoint });
      assert.ok(isObject(answer) && Array.isArray(answer['data']));
      return answer['data'] as Resource[];
    },
  };
}

/** A target with the account id that the sandbox's client uses. */
export function toReference(target: Target): ResourceReference {
  return 'ids' in target ? target : { ...target, ids: target.parents };
}

/** Creates a resource from a draft; undefined if the new one can't be identified. @throws the failure. */
export async function create(
  client: SandboxClient,
  collection: CollectionReference,
  content: JsonObject,
): Promise<ResourceReference | undefined> {
  const drafts = openDrafts(client, storeOf(client), { secrets: content });
  let created: ResourceReference | undefined;
  drafts.onDidCreate(({ reference }) => (created = reference));
  const secrets = secretFields(creationFor(collection.kind, content) ?? assert.fail());
  const text = JSON.stringify(
    omit(
      content,
      secrets.map(({ name }) => name),
    ),
  );
  await drafts.create(await drafts.start(collection), text, [], plainly);
  return created;
}

/** Lists what is in a sandbox, and remembers nothing. */
export function storeOf(client: SandboxClient): Pick<ResourceStore, 'all'> {
  return {
    all: async (collection) => ({ items: await client.list(collection), missing: 0 }) as never,
  };
}
