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
    aboutSsh.filter((rule) => letsThrough(rule) !== isRejecting),
  );
  if (rejecting?.some(isWide)) return 'rejected';
  if (!accepting?.length) return 'notAccepted';
  if (rejecting?.length) return 'rejected';
  return accepting.some(isWide) ? undefined : 'acceptedFromSomewhere';
}

/** Whether a rule accepts: the list of actions is open, and "drop" keeps out as "reject" does. */
export function letsThrough({ firewallAction }: Pick<RuleFacts, 'firewallAction'>): boolean {
  return !firewallAction || firewallAction.toLowerCase() === 'accept';
}

/** Whether a rule is about everybody. */
function isWide({ ipAddress }: RuleFacts): boolean {
  return !ipAddress || ipAddress.endsWith('/0');
}

/** The SSH switches that decide who is let in (reference §2.8). */
export interface LoginSettings {
  readonly passwordlessLogin?: unknown;
  readonly preventRootLogin?: unknown;
}

/** How a server lets people in. */
export interface Logins {
  readonly settings: LoginSettings;
  /** System users by name, root left out. */
  readonly users: readonly string[];
  /** For whom there are SSH keys; undefined where a key does not say. */
  readonly keys: readonly (string | undefined)[];
}

/** How logins could be closed to a person. */
export type LoginRisk = 'noKey' | 'onlyRootHasKey' | 'noOtherUser';

/** The switches that make a risk of what keys and users there are. */
const switchesOf: Readonly<Record<LoginRisk, readonly (keyof LoginSettings)[]>> = {
  noKey: ['passwordlessLogin'],
  onlyRootHasKey: ['passwordlessLogin', 'preventRootLogin'],
  noOtherUser: ['preventRootLogin'],
};

/** The risks of switching settings: those of the logins as they will be, as far as it is about them. */
export function risksOfSettings(change: LoginSettings, now: Logins): LoginRisk[] {
  const after = { ...now, settings: { ...now.settings, ...change } };
  return findLoginRisks(after).filter((risk) =>
    switchesOf[risk].some((name) => change[name] === true),
  );
}

/** The risks of taking keys or users away: those that were not there before. */
export function risksOfRemoval(now: Logins, after: Logins): LoginRisk[] {
  const before = findLoginRisks(now);
  return findLoginRisks(after).filter((risk) => !before.includes(risk));
}

function findLoginRisks({ settings, users, keys }: Logins): LoginRisk[] {
  const risks: LoginRisk[] = [];
  if (settings.passwordlessLogin === true && keys.length === 0) risks.push('noKey');
  if (settings.preventRootLogin === true) {
    if (users.length === 0) risks.push('noOtherUser');
    else if (keys.length > 0 && keys.every((user) => user === 'root')) risks.push('onlyRootHasKey');
  }
  return risks;
}
