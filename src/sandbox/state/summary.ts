import type { FirewallRule } from './contents';
import type { World } from './world';

/** A server's firewall rules that were added or removed since the last deployment. */
interface PendingFirewall {
  readonly serverId: number;
  readonly added: readonly FirewallRule[];
  readonly removed: readonly FirewallRule[];
}

/** The world in a few numbers, plus facts that the service's own answers don't show. */
interface Summary {
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

/** Summarizes the world; servers whose contents were never requested have nothing pending. */
export function summarize(world: World): Summary {
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
