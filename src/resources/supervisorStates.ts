import { collectionOf, type ResourceReference } from './reference';
import type { ResourceStore } from './resourceStore';
import type { Resource, ResourceId } from './kinds/kind';
import { readSupervisorStatus } from '../api/contract/supervisorJob';
import { isObject } from '../shared/json';

/**
 * Reads how the processes of a server's supervisor jobs stand and shows it on all their rows
 * (observed). Without that operation the rows stay as they are.
 */
export async function learnSupervisorStates(
  store: ResourceStore,
  job: ResourceReference,
  signal: AbortSignal,
): Promise<void> {
  const collection = collectionOf(job);
  const answer = await store
    .perform(collection, readSupervisorStatus, { signal })
    .catch(() => undefined);
  if (!isObject(answer)) return;
  for (const item of store.peek(collection)?.items ?? []) {
    const states = statesOf(answer[String(item['label'])]);
    if (states === '' || item['processStates'] === states) continue;
    const reference = { ...job, ids: [...collection.parents, item['id'] as ResourceId] };
    store.replace(reference, { processStates: states });
  }
}

/** The states of a job's processes, each once. */
function statesOf(processes: unknown): string {
  if (!Array.isArray(processes)) return '';
  const states = (processes as readonly Resource[]).map((each) => String(each['status']));
  return [...new Set(states)].join(', ');
}
