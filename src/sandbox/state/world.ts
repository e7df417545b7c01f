import * as z from 'zod';
import { atomicProjectState, canvas, integrationState } from './account';
import { serverContents } from './contents';
import { serverRecord } from './server';

/** The version of the state's shape; a file with another one is not read. */
export const worldFormat = 1;

/** A server and what lives on it. */
export const serverState = z.object({
  record: serverRecord,
  /** Whether another account shares it with this one: then it is listed apart. */
  shared: z.boolean(),
  /** Null until first asked for: thousands of servers cost nothing before somebody looks inside. */
  contents: serverContents.nullable(),
});
/** A server and what lives on it. */
export type ServerState = z.infer<typeof serverState>;

/** Everything the sandbox knows: plain data, so that it can be written to a file as it is. */
export const world = z.object({
  format: z.literal(worldFormat),
  /** The last ids given; everything but servers shares one counter. */
  lastId: z.object({ server: z.int(), item: z.int() }),
  servers: z.array(serverState),
  integrations: z.array(integrationState),
  canvases: z.array(canvas),
  atomicProjects: z.array(atomicProjectState),
});
/** Everything the sandbox knows. */
export type World = z.infer<typeof world>;
