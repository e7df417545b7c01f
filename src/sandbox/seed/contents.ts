import type { ServerContents } from '../state/contents';
import { generateContents } from './generated';
import { handMadeServers, sharedServers } from './handMade';

/** The initial contents of a seeded server. */
export function seedContents(serverId: number): ServerContents {
  const handMade = [...handMadeServers, ...sharedServers].find(
    ({ record }) => record.id === serverId,
  );
  return handMade?.contents(serverId) ?? generateContents(serverId);
}
