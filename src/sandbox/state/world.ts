import * as z from 'zod/mini';
import { seedDay } from '../seed/dates';
import { atomicProjectState, canvas, integrationState } from './account';
import { serverContents } from './contents';
import { serverRecord } from './server';

/** The version of the state's format; a file of another version isn't read. */
export const worldFormat = 1;

/** A server and its contents. */
const serverState = z.object({
  record: serverRecord,
  /** Whether another account shares it with this one; shared servers are listed separately. */
  shared: z.boolean(),
  /** Null until first requested: thousands of servers cost nothing before someone looks inside. */
  contents: z.nullable(serverContents),
});
/** A server and its contents. */
export type ServerState = z.infer<typeof serverState>;

/** The sandbox's whole state: plain data, so that it can be written to a file unchanged. */
export const world = z.object({
  format: z.literal(worldFormat),
  /** The day that the sample data is of. */
  day: z._default(z.string(), seedDay),
  /** The last ids used; everything but servers shares one counter. */
  lastId: z.object({ server: z.int(), item: z.int() }),
  servers: z.array(serverState),
  integrations: z.array(integrationState),
  canvases: z.array(canvas),
  atomicProjects: z.array(atomicProjectState),
});
/** The sandbox's whole state. */
export type World = z.infer<typeof world>;
