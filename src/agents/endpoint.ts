export interface AgentEndpoint {
  readonly url: string;
  /** Known only to programs that can read the file or got it from the editor. */
  readonly token: string;
}

/** The header that identifies an agent's connection by a random id, which no other agent knows. */
export const connectionHeader = 'agent-connection';

/** Prefix of the file with which a bridge requests a server; the rest of its name is the place. */
export const wantedPrefix = 'wanted-';

/** The server's address, in a folder that only this user can read. */
export function toEndpointFile(place: string): string {
  return `server-${place}.json`;
}

export function isEndpointFile(name: string): boolean {
  return /^server-[0-9a-f]+\.json$/.test(name);
}
