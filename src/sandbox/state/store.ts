import { seedContents } from '../seed/contents';
import { seedWorld } from '../seed/world';
import type { ServerContents } from './contents';
import type { ServerState, World } from './world';

/** The world that the routes read and change, and the clock they date things with. */
export interface Store {
  readonly world: World;
  now(): Date;
  /** To be called after every change. */
  changed(): void;
  /** Puts the seed data back. */
  reset(): void;
}

/** What a store starts with. */
export interface StoreOptions {
  readonly world: World;
  /** How many servers a reset puts back; the hand-made ones alone when absent. */
  readonly servers?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onChange?: (world: World) => void;
}

/** Creates the store around a world. */
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
      current = seedWorld(options.servers);
      changed();
    },
  };
}

/** What lives on a server, made up from its id when nobody has looked inside before. */
export function contentsOf(server: ServerState): ServerContents {
  server.contents ??= seedContents(server.record.id);
  return server.contents;
}

/** An id that nothing has had before; servers count apart. */
export function newId(world: World, kind: 'server' | 'item' = 'item'): number {
  world.lastId[kind] += 1;
  return world.lastId[kind];
}
