import type { FirewallRule } from './contents';
import type { World } from './world';

/** The firewall rules of a server that wait for the next deployment. */
export interface PendingFirewall {
  readonly serverId: number;
  readonly added: readonly FirewallRule[];
  readonly removed: readonly FirewallRule[];
}

/** The world in a few numbers, and what the service's own answers do not show. */
export interface Summary {
  readonly servers: number;
  readonly integrations: number;
  readonly canvases: number;
  readonly atomicProjects: number;
  readonly pendingFirewall: readonly PendingFirewall[];
}

function without(rules: readonly FirewallRule[], others: readonly FirewallRule[]): FirewallRule[] {
  const ids = new Set(others.map(({ id }) => id));
  return rules.filter(({ id }) => !ids.has(id));
}

/** Sums up the world; servers that nobody has looked into have nothing pending. */
export function summarise(world: World): Summary {
  const pendingFirewall = world.servers.flatMap(({ record, contents }) => {
    if (!contents) return [];
    const added = without(contents.firewallRules, contents.deployedFirewall);
    const removed = without(contents.deployedFirewall, contents.firewallRules);
    return added.length + removed.length > 0 ? [{ serverId: record.id, added, removed }] : [];
  });
  return {
    servers: world.servers.length,
    integrations: world.integrations.length,
    canvases: world.canvases.length,
    atomicProjects: world.atomicProjects.length,
    pendingFirewall,
  };
}
