/** Where agents reach the tools. */
export interface AgentEndpoint {
  readonly url: string;
  /** Known only to those who can read the file, or were given it by the editor. */
  readonly token: string;
}

/** The start of the name of a file by which a bridge asks for a server; the rest is its place. */
export const wantedPrefix = 'wanted-';

/**
 * The file that says where the server is for agents that run in a place, in a folder that only this
 * user can read.
 */
export function toEndpointFile(place: string): string {
  return `server-${place}.json`;
}

/** Whether a file is such a file, for any place. */
export function isEndpointFile(name: string): boolean {
  return /^server-[0-9a-f]+\.json$/.test(name);
}
