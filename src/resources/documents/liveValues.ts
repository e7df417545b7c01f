import { readSupervisorBinaries } from '../../api/contract/supervisorJob';
import type { CallOptions } from '../../api/client';
import type { JsonValue } from '../../shared/json';
import type { KindId, Resource } from '../kinds/kind';
import { lineage } from '../kinds/kinds';
import type { CollectionReference, ResourceReference } from '../reference';
import type { ResourceClient } from '../resourceClient';
import type { ResourceStore } from '../resourceStore';

/** A value that a field may have because something of that name or number is there. */
export interface LiveValue {
  readonly value: JsonValue;
  /** What it stands for, where the value does not tell. */
  readonly label?: string;
}

/** Where live values come from. */
export interface LiveSources {
  readonly client: Pick<ResourceClient, 'perform'>;
  readonly store: ResourceStore;
}

/** What a field's values are about: a document's resource, or the collection of a draft. */
export type Place = ResourceReference | CollectionReference;

/**
 * What there is to choose from for a field that names another resource; nothing where the field
 * names none. @throws ApiError, UnknownAccountError.
 */
export async function liveValues(
  { client, store }: LiveSources,
  place: Place,
  path: readonly string[],
  options: CallOptions,
): Promise<readonly LiveValue[]> {
  const items = async (kind: KindId): Promise<readonly Resource[]> =>
    (await store.all(collectionAt(place, kind), undefined, options)).items;
  switch (`${place.kind}.${path.join('.')}`) {
    case 'cronJob.username':
    case 'supervisorJob.username':
    case 'sshKey.username':
      return (await items('systemUser')).map(({ username }) => ({ value: String(username) }));
    case 'supervisorJob.binary': {
      const server = {
        account: place.account,
        kind: place.kind,
        parents: idsOf(place).slice(0, 1),
      };
      const answer = await client.perform(server, readSupervisorBinaries, undefined, options);
      return (answer as string[]).map((value) => ({ value }));
    }
    case 'atomicProject.webApplication':
      return webApplications(store, place.account, options);
    case 'domain.dns_integration':
      return (await items('integration')).map(({ id, label }) => ({
        value: Number(id),
        label: String(label),
      }));
    case 'canvas.settings.timezone':
      return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value }));
    default:
      return [];
  }
}

/** Of a whole account they are many: those of the servers that were looked at come from memory. */
async function webApplications(
  store: ResourceStore,
  account: string,
  options: CallOptions,
): Promise<LiveValue[]> {
  const servers = await store.list({ account, kind: 'server', parents: [] }, options);
  const lists = await Promise.all(
    servers.items.map(async ({ id, name }) => {
      const collection = { account, kind: 'webApplication', parents: [Number(id)] } as const;
      const { items } = await store.list(collection, options);
      return items.map((item) => ({
        value: Number(item['id']),
        label: `${String(item['name'])} · ${String(name)}`,
      }));
    }),
  );
  return lists.flat();
}

/** The collection of a kind under the same server, or of the account. */
function collectionAt(place: Place, kind: KindId): CollectionReference {
  const depth = lineage(kind).filter(({ variable }) => variable).length - 1;
  return { account: place.account, kind, parents: idsOf(place).slice(0, depth) };
}

function idsOf(place: Place): ResourceReference['ids'] {
  return 'ids' in place ? place.ids : place.parents;
}
