import type { ServerContents } from '../state/contents';
import { asOf, seedDay } from './dates';
import { generateContents } from './generated';
import { handMadeServers, sharedServers } from './handMade';

/** The initial contents of a seeded server, as of a day. */
export function seedContents(serverId: number, day = seedDay): ServerContents {
  const handMade = [...handMadeServers, ...sharedServers].find(
    ({ record }) => record.id === serverId,
  );
  return asOf(day, handMade?.contents(serverId) ?? generateContents(serverId));
}
