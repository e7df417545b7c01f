/** How many things of one kind a seeded server can have. */
export const idsPerServer = 100;

/**
 * The id of a seeded thing on a server, from the server's id and the thing's place (from 0): known
 * without making up the contents of any other server.
 */
export function childId(serverId: number, place: number): number {
  return serverId * idsPerServer + place + 1;
}

/** The server that a seeded thing belongs to. */
export function serverIdOf(seededId: number): number {
  return Math.floor(seededId / idsPerServer);
}
