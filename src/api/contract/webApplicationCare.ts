import { defineEndpoint, observedV3 } from './endpoint';
import { acknowledgement } from './fields';
import { webApplication } from './webApplication';

/** Makes it the web application that answers requests for unknown domains. */
export const makeDefaultWebApplication = defineEndpoint({
  id: 'webApplication.makeDefault',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/default',
  versions: observedV3,
  answer: webApplication,
});

export const unsetDefaultWebApplication = defineEndpoint({
  id: 'webApplication.unsetDefault',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/default',
  versions: observedV3,
  answer: acknowledgement,
});

export const rebuildWebApplication = defineEndpoint({
  id: 'webApplication.rebuild',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/rebuild',
  versions: observedV3,
  answer: webApplication,
});

export const upgradeCacheEngine = defineEndpoint({
  id: 'cacheConfiguration.upgrade',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/platformcache/upgrade',
  versions: observedV3,
  answer: acknowledgement,
});

export const rollBackCacheEngine = defineEndpoint({
  id: 'cacheConfiguration.rollBack',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/platformcache/rollback',
  versions: observedV3,
  answer: acknowledgement,
});
