/** Where agents reach the tools. */
export interface Endpoint {
  readonly url: string;
  /** Known only to those who can read the file, or were given it by the editor. */
  readonly token: string;
}

/** The file that says where the server is, in a folder that only this user can read. */
export const endpointFile = 'server.json';

/** The file by which a bridge asks the editor for a server. */
export const wantedFile = 'wanted';
