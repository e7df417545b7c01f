import type { Action, ActionContext } from './action';
import {
  collectionOf,
  parentOf,
  type ResourceReference,
  type Target,
  toKey,
} from '../resources/reference';
import { ApiError } from '../api/errors';
import type { Resource } from '../resources/kinds/kind';
import type { ResourceStore } from '../resources/store/resourceStore';
import type { ResourceClient } from '../resources/resourceClient';
import { findKind } from '../resources/kinds/kinds';
import { toPlain, toRaw } from '../base/foreignText';
import { t } from '../base/l10n';

/**
 * The target of an action, given what a person or script selected: the resource itself, its child
 * if there is exactly one of the kind, or the collection below or around it. Undefined if the
 * action doesn't apply.
 */
export function toTarget({ place }: Action, chosen: Target): Target | undefined {
  return 'resource' in place
    ? toResourceTarget(place.resource, chosen)
    : toCollectionTarget(place.collection, chosen);
}

type Kind = Target['kind'];

function toResourceTarget(kind: Kind, chosen: Target): Target | undefined {
  if (!('ids' in chosen)) return undefined;
  if (chosen.kind === kind) return chosen;
  const { parent, variable } = findKind(kind);
  return !variable && chosen.kind === parent ? { ...chosen, kind } : undefined;
}

function toCollectionTarget(kind: Kind, chosen: Target): Target | undefined {
  if (chosen.kind === kind) return 'ids' in chosen ? collectionOf(chosen) : chosen;
  if (!('ids' in chosen) || findKind(kind).parent !== chosen.kind) return undefined;
  return { account: chosen.account, kind, parents: chosen.ids };
}

/** Finds names without asking the service. */
export interface Naming {
  readonly store: Pick<ResourceStore, 'find'>;
}

/** Names as they are known now, for resources that may be gone later. */
export function rememberNames({ store }: Naming, targets: readonly Target[]): Naming {
  const named = targets.map((target) => toNamed(target));
  const known = new Map(
    named.map((each) => [toKey(each), 'ids' in each ? store.find(each) : undefined]),
  );
  return {
    store: { find: (reference) => known.get(toKey(reference)) ?? store.find(reference) },
  };
}

export type NameContext = Pick<ActionContext, 'store'> & {
  readonly client: Pick<ResourceClient, 'read'>;
};

/**
 * A target's current name, or its parent's if it's the parent's only one of its kind; its kind and
 * id if the service or these credentials can't read it.
 * @throws ApiError if reading fails.
 */
export async function readName(
  context: NameContext,
  target: Target,
  signal?: AbortSignal,
): Promise<string> {
  const { client, store } = context;
  const kind = findKind(target.kind);
  if (!('ids' in target)) return t(kind.names.many);
  const one = t(kind.names.one);
  if (!kind.variable) {
    const parent = parentOf(target);
    return parent ? readName(context, parent, signal) : one;
  }
  if (!kind.operations.read) return findName(context, target);
  const known = store.find(target);
  const resource = known ?? (await readOffered(client, target, signal));
  // A resource is called the same in the question, the progress and the result.
  if (resource && !known) store.replace(target, resource);
  const label = resource ? toRaw(kind.present(resource).label) : '';
  return label === '' ? `${one} ${target.ids.at(-1) ?? ''}` : label;
}

async function readOffered(
  client: NameContext['client'],
  target: ResourceReference,
  signal: AbortSignal | undefined,
): Promise<Resource | undefined> {
  try {
    return await client.read(target, { signal });
  } catch (error) {
    // After a 404 the resource is most likely gone, even though reading it isn't documented.
    if (error instanceof ApiError && error.reason === 'unsupported' && error.status !== 404) {
      return undefined;
    }
    throw error;
  }
}

/** A target's name if known, without asking the service; otherwise its kind and id. */
export function findName(context: Naming, target: Target): string {
  const { store } = context;
  const kind = findKind(target.kind);
  if (!('ids' in target)) return t(kind.names.many);
  const known = store.find(target);
  const label = known ? toRaw(kind.present(known).label) : '';
  return label || (kind.variable ? `${t(kind.names.one)} ${target.ids.at(-1)}` : t(kind.names.one));
}

/** The target itself, or its parent if it's the parent's only one of its kind. */
export function toNamed(target: Target): Target {
  const isNamed = !('ids' in target) || findKind(target.kind).variable !== undefined;
  return isNamed ? target : (parentOf(target) ?? target);
}

/** The name of a target or of its parent, as plain text for a message. */
export function findOwnName(context: Naming, target: Target): string {
  return toPlain(findName(context, toNamed(target)));
}
