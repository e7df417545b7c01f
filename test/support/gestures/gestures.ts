import { documentGestures } from './documentGestures';
import { findGestures } from './findGestures';
import type { Gesture } from './gesture';
import { softwareGestures } from './softwareGestures';
import { treeGestures } from './treeGestures';
import { webApplicationGestures } from './webApplicationGestures';
import type { SandboxOptions } from '../../../src/sandbox/sandbox';
import { addAccount } from '../accountSteps';

/** The service for the gestures: three pages of servers, and no rate limit that could slow it down. */
export const gestureService: SandboxOptions = { servers: 85, rateLimit: { limit: 1_000_000 } };

/** Gestures in order: each begins where the previous one ended, the first one in a new window. */
export const gestures: readonly Gesture[] = [
  {
    name: 'add an account and see its servers',
    least: ['GET /api/v3/ping', 'GET /api/v3/ping', 'GET /api/v2/ping', 'GET /api/v3/servers'],
    because:
      'the address is confirmed before it gets a token, which is checked with both versions of the API before it is kept',
    async perform(workbench, service) {
      await workbench.sideBar.open('Server Management');
      await addAccount(workbench, { ...service, label: 'Example', environment: 'development' });
      await workbench.sideBar.row('shop-frankfurt').waitFor();
    },
  },
  ...treeGestures,
  ...documentGestures,
  ...webApplicationGestures,
  ...softwareGestures,
  ...findGestures,
];
