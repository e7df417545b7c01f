import { describe } from './connect';
import { fromOne, idIn, namesIn, type Steps } from './folder';
import { about, type Entry, type Found } from './output';
import { ApiError, hitsEveryRequest, isMissing } from '../api/errors';
import { t } from '../base/l10n';
import { inPieces } from '../base/pieces';
import { findPart, placeIn, tryParse } from '../documents/content';
import { certificatesOf, findAreas, serversOnline } from '../findings/areas';
import {
  mostRefusals,
  otherLists,
  otherParts,
  readPart,
  urgentLists,
  urgentParts,
} from '../findings/checker';
import { evaluate } from '../findings/evaluate';
import type { Finding } from '../findings/finding';
import { fieldOf } from '../findings/inDocument';
import { gather, type Knowledge, type Known, toReference } from '../findings/knowledge';
import { describeArea, nameArea } from '../findings/view/words';
import { type Disk, FolderFiles } from '../pending/folders/folderFiles';
import { byKey, keyOf } from '../pending/folders/layout';
import { readLock } from '../pending/folders/lock';
import { Indexer } from '../resources/index/indexer';
import { ResourceIndex } from '../resources/index/resourceIndex';
import { findKind } from '../resources/kinds/kinds';
import type { Resource } from '../resources/kinds/kind';
import {
  idsOf,
  parentOf,
  type ResourceReference,
  type Target,
  toKey,
} from '../resources/reference';
import type { ResourceClient } from '../resources/resourceClient';
import { facetsOf } from '../resources/search/arrange';
import { Filter } from '../resources/search/filter';
import { ServerFacts } from '../resources/serverFacts';
import { ResourceStore } from '../resources/store/resourceStore';

/** What needs attention. @param disk the folder that has the files of resources. */
export async function check(steps: Steps, filterText: string, disk?: Disk): Promise<Found> {
  const filter = new Filter(filterText);
  if (filter.asksForCertificates || filter.misunderstood.length > 0) {
    throw new Error(t('--filter doesn\'t know "ssl:".'));
  }
  const placeOf = disk ? await readPlaces(steps, disk) : () => Promise.resolve({});
  const { knowledge, failures, names } = await readAll(steps, filter);
  const { findings } = await inPieces(
    evaluate(knowledge, { now: Date.now(), isPending: () => false }),
  );
  const entries = findings.map(async (finding): Promise<Entry> => {
    const { rule, severity, target, sentence } = finding;
    const place = await placeOf(finding);
    const text = sentence();
    return {
      type: 'finding',
      ...about(target, names),
      severity,
      rule,
      text,
      ...place,
      changes: [],
    };
  });
  const areas = await inPieces(findAreas(knowledge, [steps.connected.account.id]));
  const unchecked = areas.flatMap((area) =>
    area.checked < area.total ? [t('{0}: {1}', nameArea(area.id), describeArea(area))] : [],
  );
  const { length } = findings;
  const count = length === 1 ? t('1 finding') : t('{0} findings', length);
  return {
    summary: [
      `${length === 0 ? t('No findings') : count}.`,
      ...unchecked.map((words) => t('Not checked: {0}.', words)),
    ],
    entries: await Promise.all(entries),
    unread: failures,
  };
}

/** Reads what rules judge, of the servers that match. @throws ApiError if all reads would fail. */
async function readAll({ connected, signal, progress }: Steps, filter: Filter) {
  const { account, client } = connected;
  const known = new Map<string, Resource>();
  const index = new ResourceIndex();
  const indexer = new Indexer({ pages: matchingPages(client, filter, known) }, index);
  const [store, facts] = [new ResourceStore(client), new ServerFacts(client)];
  const absent: Known[] = [];
  const gatherAll = (): Promise<Knowledge> =>
    inPieces(gather([account.id], store, index, facts, { of: () => absent }));
  indexer.onDidProgress(({ done, total }) => progress(t('{0} of {1}', done, total), done / total));
  const failures: unknown[] = [];
  for (const lists of [urgentLists, otherLists]) {
    failures.push(await indexer.run(account, signal, lists));
  }
  const knowledge = await gatherAll();
  const options = { signal, priority: 'indexing' } as const;
  const servers = serversOnline(knowledge);
  const readCertificate = async (reference: ResourceReference): Promise<unknown> =>
    store.read(reference, options).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      absent.push({ reference, resource: {} });
    });
  for (const kind of [...urgentParts, ...otherParts]) {
    await readEach(servers, (server) => readPart(store, kind, server, options), failures);
  }
  await readEach(servers, (server) => facts.readHealth(server, options), failures);
  await readEach(certificatesOf(knowledge), readCertificate, failures);
  signal.throwIfAborted();
  const texts = failures.filter((failure) => failure !== undefined).map(describe);
  const find = (each: ResourceReference): Resource | undefined =>
    known.get(toKey(each)) ?? store.find(each);
  return { knowledge: await gatherAll(), failures: [...new Set(texts)], names: namesIn(find) };
}

/** Reads one after the other, and no more of what the service doesn't offer. @throws ApiError. */
async function readEach(
  references: readonly ResourceReference[],
  read: (reference: ResourceReference) => Promise<unknown>,
  failures: unknown[],
): Promise<void> {
  let refusals = 0;
  for (const reference of references) {
    const fatal = failures.find(hitsEveryRequest);
    if (fatal !== undefined) throw fatal;
    if (refusals >= mostRefusals) return;
    await read(reference).catch((error: unknown) => {
      if (isMissing(error)) refusals += 1;
      else failures.push(error);
    });
  }
}

/** Reads lists, but of servers only those that match; notes what they have. */
function matchingPages(
  client: ResourceClient,
  filter: Filter,
  known: Map<string, Resource>,
): ResourceClient['pages'] {
  return async (collection, options) => {
    const matches = (item: Resource): boolean =>
      collection.kind !== 'server' ||
      filter.matches(facetsOf(item, findKind('server').present(item)));
    const pages = await client.pages(collection, options);
    return (async function* match() {
      for await (const outcome of pages) {
        if (!('page' in outcome)) yield outcome;
        else {
          const items = outcome.page.items.filter(matches);
          for (const item of items) known.set(toKey(toReference(collection, item)), item);
          yield { ...outcome, page: { ...outcome.page, items } };
        }
      }
    })();
  };
}

type Place = Pick<Entry, 'file' | 'line' | 'column'>;

/** Finds the file of a finding's resource, or of what contains it. */
async function readPlaces({ connected }: Steps, disk: Disk) {
  const files = await FolderFiles.open(disk);
  const lock = await readLock(files);
  const account = idIn(connected)(lock.account);
  const paths = byKey(account, lock.files);
  return async ({ rule, target }: Finding): Promise<Place> => {
    for (let at: Target | undefined = target; at; at = parentOf(at)) {
      const [file] = paths.get(keyOf(account, { kind: at.kind, ids: idsOf(at) })) ?? [];
      if (!('ids' in at) || file === undefined || !files.has(file)) continue;
      const text = await files.read(file);
      const content = typeof text === 'string' ? tryParse(text) : undefined;
      const field = content && at === target && fieldOf({ rule, target }, content);
      if (typeof text !== 'string' || !field) return { file, line: 1, column: 1 };
      const { offset } = findPart({ reason: 'refused', path: [field] }, text);
      return { file, ...fromOne(placeIn(text, offset)) };
    }
    return {};
  };
}
