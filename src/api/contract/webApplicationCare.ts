import { defineEndpoint, observedV3 } from './endpoint';
import { acknowledgement } from './fields';
import { webApplication } from './webApplication';

/** Observed: makes it the one that answers for unknown domains. */
export const makeDefaultWebApplication = defineEndpoint({
  id: 'webApplication.makeDefault',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/default',
  versions: observedV3,
  answer: webApplication,
});

/** Observed. */
export const unsetDefaultWebApplication = defineEndpoint({
  id: 'webApplication.unsetDefault',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/default',
  versions: observedV3,
  answer: acknowledgement,
});

/** Observed: writes its configuration again. */
export const rebuildWebApplication = defineEndpoint({
  id: 'webApplication.rebuild',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/rebuild',
  versions: observedV3,
  answer: webApplication,
});

/** Observed: changes the cache to its newer engine. */
export const upgradeCacheEngine = defineEndpoint({
  id: 'cacheConfiguration.upgrade',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/platformcache/upgrade',
  versions: observedV3,
  answer: acknowledgement,
});

/** Observed: the way back to the engine before. */
export const rollBackCacheEngine = defineEndpoint({
  id: 'cacheConfiguration.rollBack',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/platformcache/rollback',
  versions: observedV3,
  answer: acknowledgement,
});
