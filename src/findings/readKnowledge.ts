import { certificatesOf, serversOnline } from './areas';
import {
  otherLists,
  otherParts,
  readCertificate,
  readEach,
  readPart,
  urgentLists,
  urgentParts,
} from './checker';
import { gather, type Knowledge, type Known } from './knowledge';
import { hitsEveryRequest, isMissing } from '../api/errors';
import { inPieces } from '../base/pieces';
import { Indexer } from '../resources/index/indexer';
import { ResourceIndex } from '../resources/index/resourceIndex';
import type { Resource } from '../resources/kinds/kind';
import { isServer, type ResourceReference, toKey, itemOf } from '../resources/reference';
import type { ResourceClient } from '../resources/resourceClient';
import { ServerFacts } from '../resources/serverFacts';
import { ResourceStore } from '../resources/store/resourceStore';

interface Reading {
  readonly client: ResourceClient;
  readonly account: Parameters<Indexer['run']>[0];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** Servers that don't match aren't read. */
  readonly matches: (server: Resource) => boolean;
}

/** Reads all that rules judge, at once and with nothing known before. @throws ApiError if all reads would fail. */
export async function readKnowledge(reading: Reading) {
  const { client, account, signal, onProgress } = reading;
  const listed = new Map<string, Resource>();
  const index = new ResourceIndex();
  const indexer = new Indexer({ pages: matchingPages(reading, listed) }, index);
  const [store, facts] = [new ResourceStore(client), new ServerFacts(client)];
  const certificates: Known[] = [];
  const gatherAll = (): Promise<Knowledge> =>
    inPieces(gather([account.id], store, index, facts, { of: () => certificates }));
  const failures: unknown[] = [];
  const note = (errors: readonly unknown[]): void => {
    signal.throwIfAborted();
    const fatal = errors.find(hitsEveryRequest);
    if (fatal !== undefined) throw fatal;
    failures.push(...errors.filter((error) => error !== undefined && !isMissing(error)));
  };
  indexer.onDidProgress(({ done, total }) => onProgress(done, total));
  for (const lists of [urgentLists, otherLists]) {
    note([await indexer.run(account, signal, lists)]);
  }
  const known = await gatherAll();
  const options = { signal, priority: 'indexing' } as const;
  const servers = serversOnline(known);
  for (const kind of [...urgentParts, ...otherParts]) {
    note(await readEach(servers, (server) => readPart(store, kind, server, options), signal));
  }
  note(await readEach(servers, (server) => facts.readHealth(server, options), signal));
  const read = async (reference: ResourceReference): Promise<unknown> =>
    certificates.push({ reference, resource: await readCertificate(store, reference, options) });
  note(await readEach(certificatesOf(known), read, signal));
  const find = (reference: ResourceReference): Resource | undefined =>
    listed.get(toKey(reference)) ?? store.find(reference);
  return { knowledge: await gatherAll(), failures, find };
}

/** Lists in which only the servers are that match. @param listed gets what they have. */
function matchingPages(
  { client, matches }: Reading,
  listed: Map<string, Resource>,
): ResourceClient['pages'] {
  return async (collection, options) => {
    const pages = await client.pages(collection, options);
    return (async function* match() {
      for await (const outcome of pages) {
        if ('page' in outcome) {
          const { items } = outcome.page;
          const own = isServer(collection) ? items.filter(matches) : items;
          for (const item of own) listed.set(toKey(itemOf(collection, item)), item);
          yield { ...outcome, page: { ...outcome.page, items: own } };
        } else yield outcome;
      }
    })();
  };
}
