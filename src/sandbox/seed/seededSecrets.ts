import { seedContents } from './contents';
import { secretSentinel } from './secrets';
import { seedWorld } from './world';

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function findSecrets(): string[] {
  const world = seedWorld();
  const contents = world.servers.map(({ record }) => seedContents(record.id));
  return textsIn([world, contents]).filter((text) => text.includes(secretSentinel));
}

/** Every credential in the hand-written seed data: none of them may leak. */
export const seededSecrets: readonly string[] = findSecrets();
