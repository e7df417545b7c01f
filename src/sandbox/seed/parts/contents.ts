import type { ServerContents } from '../../state/contents';
import { systemUsers } from './access';
import { unknownMachine } from './facts';
import { defaultSshSwitches, sshConfig } from './security';

/**
 * The contents of a server: what is given, and nothing of the rest. The given firewall rules are in
 * force.
 */
export function contents(
  serverId: number,
  given: Partial<Omit<ServerContents, 'deployedFirewall'>>,
): ServerContents {
  const firewallRules = given.firewallRules ?? [];
  return {
    webApplications: [],
    cronJobs: [],
    supervisorJobs: [],
    blockedAddresses: [],
    ssh: sshConfig(serverId, defaultSshSwitches),
    sshKeys: [],
    systemUsers: systemUsers(serverId),
    databases: [],
    databaseUsers: [],
    services: {},
    logs: [],
    ...unknownMachine,
    ...given,
    firewallRules,
    deployedFirewall: [...firewallRules],
  };
}
