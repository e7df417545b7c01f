/** The maximum number of items of one kind on a seeded server. */
export const idsPerServer = 100;

/**
 * The id of a seeded item, from its server's id and its index: computed without generating the
 * contents of any other server.
 */
export function childId(serverId: number, place: number): number {
  return serverId * idsPerServer + place + 1;
}

/** The server that a seeded item belongs to. */
export function serverIdOf(seededId: number): number {
  return Math.floor(seededId / idsPerServer);
}
