import { type LogPage, toEventLine } from './tail';
import { listServerLogs, listWebApplicationLogs } from '../../api/contract/serverFacts';
import type { ListEndpoint } from '../../api/contract/endpoint';
import type { KindId } from '../../resources/kinds/kinds';
import { notOffered } from '../../resources/readSubstitutes';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';

/** The kinds with a log of events (observed). */
const logs: Partial<Record<KindId, ListEndpoint>> = {
  server: listServerLogs,
  webApplication: listWebApplicationLogs,
};

export function hasEvents(kind: KindId): boolean {
  return logs[kind] !== undefined;
}

/** Reads a page of a resource's events, after anything a person waits for. @throws ApiError. */
export async function readEvents(
  client: Pick<ResourceClient, 'readPage'>,
  reference: ResourceReference,
  number: number,
  signal: AbortSignal,
): Promise<LogPage> {
  const list = logs[reference.kind];
  if (!list) throw notOffered(reference.kind);
  const options = { signal, priority: 'background' } as const;
  const page = await client.readPage(reference, list, number, options);
  return { ...page, items: page.items.map(toEventLine) };
}
