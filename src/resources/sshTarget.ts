/** An SSH destination that is safe on a command line. */
export interface SshTarget {
  readonly host: string;
  readonly user: string;
  readonly port: number;
}

/**
 * The SSH destination for an address from the service. Undefined if the address or the user name
 * isn't valid: a leading dash would be an option of `ssh`.
 */
export function toSshTarget(host: unknown, user: string, port: number): SshTarget | undefined {
  const isHost = typeof host === 'string' && /^[a-z0-9]([a-z0-9.:-]*[a-z0-9:])?$/i.test(host);
  const isUser = /^[a-z_][a-z0-9_.-]*\$?$/i.test(user);
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  return isHost && isUser && isPort ? { host, user, port } : undefined;
}
