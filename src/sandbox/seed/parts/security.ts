import type { FirewallRule, SshConfig, SshKey } from '../../state/contents';
import { seedDate } from '../dates';
import { childId } from '../ids';

/** A rule for everyone (port and protocol), or a rich one (with address and action, too). */
type FirewallSeed = readonly [
  port: string,
  protocol: string,
  ipAddress?: string,
  firewallAction?: string,
];

/** The firewall rules of a server. */
export function firewallRules(serverId: number, seeds: readonly FirewallSeed[]): FirewallRule[] {
  return seeds.map(([port, protocol, ipAddress, firewallAction], place) => ({
    id: childId(serverId, place),
    type: ipAddress === undefined ? 'global' : 'rich',
    port,
    protocol,
    ipAddress: ipAddress ?? null,
    firewallAction: firewallAction ?? null,
    created_at: seedDate(30 + serverId + place),
  }));
}

/** The three SSH settings that are on or off. */
type SshSwitches = Pick<SshConfig, 'passwordlessLogin' | 'preventRootLogin' | 'useDns'>;

/** The initial SSH settings of a server. */
export const defaultSshSwitches: SshSwitches = {
  passwordlessLogin: false,
  preventRootLogin: false,
  useDns: false,
};

/** The SSH settings of a server. */
export function sshConfig(serverId: number, switches: SshSwitches): SshConfig {
  return {
    id: childId(serverId, 0),
    server_id: serverId,
    ...switches,
    created_at: seedDate(20 + serverId),
    updated_at: seedDate(40 + serverId),
  };
}

/** The SSH keys of a server: label and user. */
export function sshKeys(
  serverId: number,
  seeds: readonly (readonly [label: string, user: string, temporary?: boolean])[],
): SshKey[] {
  return seeds.map(([label, user, temporary = false], place) => ({
    id: childId(serverId, place),
    label,
    user,
    publicKey: `ssh-ed25519 AAAAexample${String(childId(serverId, place)).padStart(12, '0')} ${user}@example.com`,
    temporary,
    created_at: seedDate(45 + serverId + place),
  }));
}
