import { seedContents } from '../seed/contents';
import { seedWorld } from '../seed/world';
import type { ServerContents } from './contents';
import type { ServerState, World } from './world';

/** The world that the routes read and change, and their clock. */
export interface Store {
  readonly world: World;
  now(): Date;
  /** Must be called after every change. */
  changed(): void;
  /** Restores the seed data. */
  reset(): void;
}

interface StoreOptions {
  readonly world: World;
  /** How many servers a reset restores; only the hand-written ones by default. */
  readonly servers?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onChange?: (world: World) => void;
}

/** Creates a store for a world. */
export function createStore(options: StoreOptions): Store {
  let current = options.world;
  const changed = (): void => options.onChange?.(current);
  return {
    get world() {
      return current;
    },
    now: () => new Date(options.now()),
    changed,
    reset() {
      current = seedWorld(options.servers, current.day);
      changed();
    },
  };
}

/** The contents of a server, generated from its id and the world's day on the first request. */
export function contentsOf(server: ServerState, day?: string): ServerContents {
  server.contents ??= seedContents(server.record.id, day);
  return server.contents;
}

/** An unused id; servers have their own counter. */
export function newId(world: World, kind: 'server' | 'item' = 'item'): number {
  world.lastId[kind] += 1;
  return world.lastId[kind];
}
