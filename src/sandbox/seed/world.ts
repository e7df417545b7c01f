import { type ServerState, type World, worldFormat } from '../state/world';
import { seedAtomicProjects } from './account/atomicProjects';
import { seedCanvases } from './account/canvases';
import { seedIntegrations } from './account/integrations';
import { asOf, seedDay } from './dates';
import { generateServer } from './generated';
import { handMadeServers, sharedServers } from './handMade';
import { idsPerServer } from './ids';
import type { ServerSeed } from './parts/server';

const reservedIds = handMadeServers.length + sharedServers.length;

function toState({ record, shared = false }: ServerSeed): ServerState {
  return { record, shared, contents: null };
}

/**
 * The initial world of a day, always the same: the hand-written servers, followed by generated ones
 * up to the given number. Shared servers are added to that.
 */
export function seedWorld(servers: number = handMadeServers.length, day = seedDay): World {
  const generated = Math.max(0, servers - handMadeServers.length);
  const lastServer = reservedIds + generated;
  return asOf(day, {
    format: worldFormat,
    day,
    lastId: { server: lastServer, item: (lastServer + 1) * idsPerServer },
    servers: [
      ...handMadeServers.slice(0, servers).map(toState),
      ...sharedServers.map(toState),
      ...Array.from({ length: generated }, (_, index) => ({
        record: generateServer(reservedIds + 1 + index),
        shared: false,
        contents: null,
      })),
    ],
    integrations: [...seedIntegrations],
    canvases: [...seedCanvases],
    atomicProjects: [...seedAtomicProjects],
  });
}
