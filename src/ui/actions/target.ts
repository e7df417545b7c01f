import type { Action, ActionContext } from './action';
import type { Target } from './field';
import { findKind } from '../../resources/kinds/kinds';
import { collectionOf, parentOf } from '../../resources/reference';

/**
 * What an action works on, given what a person or a script pointed at: the resource itself, the one
 * that hangs under it where there is exactly one, or the collection below or around it. Nothing where
 * the action is about something else.
 */
export function toTarget({ place }: Action, pointed: Target): Target | undefined {
  return 'resource' in place
    ? toResource(place.resource, pointed)
    : toCollection(place.collection, pointed);
}

type Kind = Target['kind'];

function toResource(kind: Kind, pointed: Target): Target | undefined {
  if (!('ids' in pointed)) return undefined;
  if (pointed.kind === kind) return pointed;
  const { parent, variable } = findKind(kind);
  return !variable && pointed.kind === parent ? { ...pointed, kind } : undefined;
}

function toCollection(kind: Kind, pointed: Target): Target | undefined {
  if (pointed.kind === kind) return 'ids' in pointed ? collectionOf(pointed) : pointed;
  if (!('ids' in pointed) || findKind(kind).parent !== pointed.kind) return undefined;
  return { account: pointed.account, kind, parents: pointed.ids };
}

/** Targets by the server that they are on. */
export function byServer(targets: readonly Target[]): readonly (readonly Target[])[] {
  const groups = new Map<string, Target[]>();
  for (const target of targets) {
    const [server = ''] = 'ids' in target ? target.ids : target.parents;
    const key = JSON.stringify([target.account, server]);
    groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  return [...groups.values()];
}

type NameContext = Pick<ActionContext, 'client' | 'store' | 't'>;

/** What a person calls a target, as it is named now. @throws ApiError where it can't be read. */
export async function nameOf(
  context: NameContext,
  target: Target,
  signal?: AbortSignal,
): Promise<string> {
  const { client, store, t } = context;
  const kind = findKind(target.kind);
  if (!('ids' in target)) return t(kind.names.many);
  const one = t(kind.names.one);
  if (!kind.variable) {
    const parent = parentOf(target);
    return parent ? `${one}, ${await nameOf(context, parent, signal)}` : one;
  }
  if (!kind.operations.read) return findName(context, target);
  const resource = store.find(target) ?? (await client.read(target, { signal }));
  const { label } = kind.present(resource, t);
  return label === '' ? `${one} ${target.ids.at(-1) ?? ''}` : label;
}

/** A target's name where it is known, without asking the service; its kind and id otherwise. */
export function findName({ store, t }: Pick<NameContext, 'store' | 't'>, target: Target): string {
  const kind = findKind(target.kind);
  if (!('ids' in target)) return t(kind.names.many);
  const known = store.find(target);
  const label = known ? kind.present(known, t).label : '';
  return label || (kind.variable ? `${t(kind.names.one)} ${target.ids.at(-1)}` : t(kind.names.one));
}
