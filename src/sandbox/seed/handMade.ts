import type { ServerSeed } from './parts/server';
import { agency } from './servers/agency';
import { batch } from './servers/batch';
import {
  lab,
  neverConnected,
  offline,
  sharedServer,
  transferred,
  transferring,
} from './servers/quiet';
import { shop } from './servers/shop';

/** The account's hand-written servers, with ids from 1. */
export const handMadeServers: readonly ServerSeed[] = [
  shop,
  batch,
  agency,
  offline,
  neverConnected,
  transferring,
  lab,
  transferred,
];

/** Servers that other accounts share with this one. */
export const sharedServers: readonly ServerSeed[] = [sharedServer];
