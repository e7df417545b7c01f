import { readPhpVersions, readTimeZones } from '../../api/contract/webApplication';
import { readSupervisorBinaries } from '../../api/contract/supervisorJob';
import type { CallOptions } from '../../api/client';
import { ifMissing } from '../../api/errors';
import type { JsonValue } from '../../base/json';
import type { Resource } from '../../resources/kinds/kind';
import { type KindId, lineage } from '../../resources/kinds/kinds';
import { type CollectionReference, type Target, serversOf, idsOf } from '../../resources/reference';
import type { FieldContext } from '../creations/field';
import type { ResourceStore } from '../../resources/store/resourceStore';
import { getLocation } from 'jsonc-parser';

/** A value offered for a field because a resource with that name or number exists. */
interface LiveValue {
  readonly value: JsonValue;
  /** Set if the value doesn't show what it stands for. */
  readonly label?: string;
}

/** The fields that accept nothing but what a list has. */
export const listedFields: Readonly<Partial<Record<KindId, string>>> = {
  server: 'phpCLIVersion',
  webApplication: 'phpVersion',
};

/** Empty for a field that refers to no other resource. @throws ApiError, UnknownAccountError. */
export async function liveValues(
  { client, store }: FieldContext,
  place: Target,
  path: readonly string[],
  options: CallOptions,
): Promise<readonly LiveValue[]> {
  const items = async (kind: KindId): Promise<readonly Resource[]> =>
    (await store.all(collectionAt(place, kind), undefined, options)).items;
  switch (`${place.kind}.${path.join('.')}`) {
    case 'cronJob.username':
    case 'supervisorJob.username':
    case 'sshKey.username':
      return (await items('systemUser')).flatMap(({ username }) =>
        typeof username === 'string' ? [{ value: username }] : [],
      );
    case 'webApplication.user':
      return toLabeled(await items('systemUser'), 'username');
    case 'server.phpCLIVersion':
    case 'webApplication.phpVersion':
    case 'supervisorJob.binary': {
      const { account, kind } = place;
      const server = { account, kind, parents: idsOf(place).slice(0, 1) };
      const list = place.kind === 'supervisorJob' ? readSupervisorBinaries : readPhpVersions;
      const answer = await client.perform(server, list, undefined, options);
      return (answer as string[]).map((value) => ({ value }));
    }
    case 'atomicProject.webApplication':
      return webApplications(store, place.account, options);
    case 'domain.dns_integration':
      return toLabeled(await items('integration'), 'label');
    case 'webApplication.timezone':
    case 'webApplication.settings.timezone':
    case 'canvas.settings.timezone':
      return (await timeZones(client, place, options)).map((value) => ({ value }));
    default:
      return [];
  }
}

async function timeZones(
  client: FieldContext['client'],
  { account, kind }: Target,
  options: CallOptions,
): Promise<readonly string[]> {
  const reading = client.perform({ account, kind, parents: [] }, readTimeZones, undefined, options);
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  return (await reading.catch(ifMissing(known))) as string[];
}

function toLabeled(items: readonly Resource[], member: string): LiveValue[] {
  return items.map(({ id, [member]: label }) => ({
    value: Number(id),
    ...(typeof label === 'string' ? { label } : {}),
  }));
}

/** Only of servers listed so far: an account may have many. Known lists cost no request. */
async function webApplications(
  store: ResourceStore,
  account: string,
  options: CallOptions,
): Promise<LiveValue[]> {
  const servers = await store.list(serversOf(account), options);
  const lists = await Promise.all(
    servers.items.map(async ({ id, name }) => {
      const collection = { account, kind: 'webApplication', parents: [Number(id)] } as const;
      const listed = await store.list(collection, options);
      const { items } = listed.isComplete
        ? listed
        : await store.all(collection, undefined, options);
      return items.map((item) => ({
        value: Number(item['id']),
        label: [item['name'], name].filter(Boolean).map(String).join(' · '),
      }));
    }),
  );
  return lists.flat();
}

function collectionAt(place: Target, kind: KindId): CollectionReference {
  const depth = lineage(kind).filter(({ variable }) => variable).length - 1;
  return { account: place.account, kind, parents: idsOf(place).slice(0, depth) };
}

interface CompletedValue {
  readonly path: readonly string[];
  /** The range that a completion replaces: the whole existing value, including quotes. */
  readonly offset: number;
  readonly length: number;
}

export function findCompletedValue(text: string, at: number): CompletedValue | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, at);
  if (isAtPropertyKey) return undefined;
  const { offset, length } = previousNode ?? findWord(text, at);
  // After a value there is nothing to complete.
  if (offset + length < at) return undefined;
  return { path: path.map(String), offset, length };
}

/** The word around a position: not a value yet, but the beginning of one. */
function findWord(text: string, at: number): { readonly offset: number; readonly length: number } {
  const before = /\w*$/.exec(text.slice(0, at))?.[0].length ?? 0;
  const behind = /^\w*/.exec(text.slice(at))?.[0].length ?? 0;
  return { offset: at - before, length: before + behind };
}
