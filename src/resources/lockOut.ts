import { coversPort, sshPort } from './ports';

/** As much of a firewall rule as tells what it lets through (reference §2.5). */
export interface RuleFacts {
  readonly port: string | number;
  readonly protocol: string;
  readonly ipAddress?: string | null | undefined;
  readonly firewallAction?: string | null | undefined;
}

/** How a firewall could lock a person out of SSH. */
export type FirewallRisk = 'rejected' | 'notAccepted' | 'acceptedFromSomewhere';

/**
 * What is wrong with a set of rules for who logs in over SSH: it is rejected, accepted by none, or
 * accepted from some addresses only, which may not be one's own.
 */
export function findFirewallRisk(rules: readonly RuleFacts[]): FirewallRisk | undefined {
  const aboutSsh = rules.filter(
    ({ port, protocol }) => protocol.toLowerCase() === 'tcp' && coversPort(port, sshPort),
  );
  const [rejecting, accepting] = [true, false].map((isRejecting) =>
    aboutSsh.filter(({ firewallAction }) => (firewallAction === 'reject') === isRejecting),
  );
  if (rejecting?.some(isWide)) return 'rejected';
  if (!accepting?.length) return 'notAccepted';
  if (rejecting?.length) return 'rejected';
  return accepting.some(isWide) ? undefined : 'acceptedFromSomewhere';
}

/** Whether a rule is about everybody. */
function isWide({ ipAddress }: RuleFacts): boolean {
  return !ipAddress || ipAddress.endsWith('/0');
}

/** What is known of the logins of a server. */
export interface LoginFacts {
  /** System users by name, root left out. */
  readonly users: readonly string[];
  /** For whom there are SSH keys; undefined where a key does not say. */
  readonly keys: readonly (string | undefined)[];
}

/** The SSH switches that are turned (reference §2.8). */
export interface SshChange {
  readonly passwordlessLogin?: unknown;
  readonly preventRootLogin?: unknown;
}

/** How a change of SSH settings could lock a person out. */
export type SshRisk = 'noKey' | 'onlyRootHasKey' | 'noOtherUser';

/** Logins that end with a change of the SSH settings. */
export function findSshRisks(change: SshChange, { users, keys }: LoginFacts): SshRisk[] {
  const risks: SshRisk[] = [];
  if (change.passwordlessLogin === true && keys.length === 0) risks.push('noKey');
  if (change.preventRootLogin === true) {
    if (users.length === 0) risks.push('noOtherUser');
    else if (keys.length > 0 && keys.every((user) => user === 'root')) risks.push('onlyRootHasKey');
  }
  return risks;
}
