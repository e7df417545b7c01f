import type { ServerContents } from '../../state/contents';
import { systemUsers } from './access';
import { unknownMachine } from './facts';
import { defaultSshSwitches, sshConfig } from './security';

/**
 * The contents of a server: the given parts; everything else is empty. The given firewall rules are
 * deployed.
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
