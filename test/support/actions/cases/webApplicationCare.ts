import { type ActionCase, one, post, remove, server, webApplication } from '../actionCase';

/** How a server runs a web application. */
export const webApplicationCareCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.makeDefault',
    target: one('webApplication', 1, 102),
    request: post(`${server}/webapps/102/default`),
    asks: 'caller',
    texts: {
      doing: 'Making "Web Application 102" the server\'s default',
      done: '"checkout" is the server\'s default web application.',
    },
  },
  {
    command: 'serverManagement.unsetDefault',
    target: one('webApplication', 1, 101),
    request: remove(`${webApplication}/default`),
    asks: 'caller',
    texts: {
      doing: 'Unsetting "Web Application 101" as the server\'s default',
      done: '"storefront" is no longer the server\'s default web application.',
    },
  },
  {
    command: 'serverManagement.rebuildWebApplication',
    target: one('webApplication', 1, 101),
    request: post(`${webApplication}/rebuild`),
    isUntold: true,
    asks: 'always',
    texts: {
      doing: 'Rebuilding "storefront"',
      done: 'Rebuild of "storefront" requested.',
      question: 'Rebuild "storefront"?',
      consequences:
        'Writes its configuration to the server again. Changes made on the server itself are lost.',
    },
  },
  {
    command: 'serverManagement.upgradeCacheEngine',
    target: one('cacheConfiguration', 1, 103),
    request: post(`${server}/webapps/103/platformcache/upgrade`),
    isUntold: true,
    asks: 'caller',
    texts: {
      doing: 'Upgrading the cache engine',
      done: 'Upgrade of the cache engine requested.',
    },
  },
  {
    command: 'serverManagement.rollBackCacheEngine',
    target: one('cacheConfiguration', 1, 104),
    request: post(`${server}/webapps/104/platformcache/rollback`),
    isUntold: true,
    asks: 'always',
    texts: {
      doing: 'Rolling back the cache engine',
      done: 'Rollback of the cache engine requested.',
      question: 'Roll back the cache engine of "staging"?',
      consequences: 'The cache returns to the engine that it had before the upgrade.',
    },
  },
];
