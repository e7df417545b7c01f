import type { Endpoint } from '../../api/contract/endpoint';
import {
  createFirewallRule,
  deleteFirewallRule,
  deployFirewallRules,
} from '../../api/contract/firewallRule';
import { deleteSshKey, updateSshConfig, updateSshSettings } from '../../api/contract/ssh';
import { deleteSystemUser } from '../../api/contract/systemUser';
import { isObject, type JsonObject } from '../../base/json';
import { type Change, changedMembers } from '../../base/patch';
import { ruleEffect } from './firewall';
import { findKind } from '../kinds/kinds';
import { type ResourceReference, rowOf, toKey, idsOf, type Target } from '../reference';

export interface PlannedWrite {
  readonly endpoint: Endpoint;
  readonly target: Target;
  readonly body?: unknown;
  /** The content of the document that it changes, if that was just read. */
  readonly current?: JsonObject | undefined;
}

export type LoginEffect =
  | 'addsRule'
  | 'removesRule'
  | 'deploysRules'
  | 'changesSettings'
  | 'removesKey'
  | 'removesUser';

const effects: Readonly<Record<string, LoginEffect>> = {
  [createFirewallRule.id]: 'addsRule',
  [deleteFirewallRule.id]: 'removesRule',
  [deployFirewallRules.id]: 'deploysRules',
  [updateSshConfig.id]: 'changesSettings',
  [updateSshSettings.id]: 'changesSettings',
  [deleteSshKey.id]: 'removesKey',
  [deleteSystemUser.id]: 'removesUser',
};

export function effectOf({ endpoint }: Pick<PlannedWrite, 'endpoint'>): LoginEffect | undefined {
  return effects[endpoint.id];
}

/** False for firewall rules, which wait for their deployment. */
export function isInForce(write: Pick<PlannedWrite, 'endpoint'>): boolean {
  const effect = effectOf(write);
  return effect !== undefined && effect !== 'addsRule' && effect !== 'removesRule';
}

export type WritesToServer = readonly [PlannedWrite, ...PlannedWrite[]];

export function byServer(writes: readonly PlannedWrite[]): WritesToServer[] {
  const groups = new Map<string, [PlannedWrite, ...PlannedWrite[]]>();
  for (const write of writes) {
    const key = toKey(serverOfWrite(write));
    const group = groups.get(key);
    if (group) group.push(write);
    else groups.set(key, [write]);
  }
  return [...groups.values()];
}

export function serverOfWrite({ target }: Pick<PlannedWrite, 'target'>): ResourceReference {
  return { account: target.account, kind: 'server', ids: idsOf(target).slice(0, 1) };
}

/** A rule that accepts, or a setting that allows more: others may rely on it to log in. */
export function opensAccess(write: Pick<PlannedWrite, 'endpoint' | 'body'>): boolean {
  const effect = effectOf(write);
  const body = isObject(write.body) ? write.body : {};
  if (effect === 'changesSettings') return Object.values(body).includes(false);
  return effect === 'addsRule' && ruleEffect(body) === 'accepts';
}

/** As far as they affect who can log in. `current`: the content before them, if known. */
export function toPlannedWrites(
  target: ResourceReference,
  changes: readonly Change[],
  current?: JsonObject,
): PlannedWrite[] {
  const { editing } = findKind(target.kind).document ?? {};
  const isAbout =
    rowOf(target).kind === 'sshSettings' ||
    editing?.parts?.some(({ write }) => effectOf({ endpoint: write }) !== undefined);
  if (!editing || !isAbout) return [];
  const changed = changedMembers(changes);
  const writes = editing.toWrites({ before: {}, after: changed, changed });
  return writes.filter(effectOf).map(({ endpoint, body }) => ({ endpoint, target, body, current }));
}
