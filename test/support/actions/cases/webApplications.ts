import { newWebApplication, wordPress } from '../../newWebApplications';
import {
  type ActionCase,
  all,
  deletion,
  one,
  patch,
  post,
  server,
  webApplication,
} from '../actionCase';

/** Web applications with their domains and caches. */
export const webApplicationCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.createWebApplication',
    target: all('webApplication', 1),
    answers: { ...newWebApplication, memoryLimit: 512 },
    request: post(`${server}/webapps/custom`, { ...newWebApplication, memoryLimit: 512 }),
    asks: 'caller',
    texts: {
      doing: 'Creating Web Application',
      done: 'Web application "api" created.',
      failed: 'Web application "api" wasn\'t created.',
    },
  },
  {
    command: 'serverManagement.createWordPress',
    target: all('webApplication', 1),
    answers: { ...newWebApplication, ...wordPress },
    request: post(`${server}/webapps/wordpress`, {
      ...newWebApplication,
      ...wordPress,
      password: '[redacted]',
    }),
    asks: 'caller',
    texts: {
      doing: 'Creating Web Application',
      done: 'Web application "api" created.',
      failed: 'Web application "api" wasn\'t created.',
    },
  },
  {
    command: 'serverManagement.createAlias',
    target: one('webApplication', 1, 104),
    answers: newWebApplication,
    request: post(`${server}/webapps/104/alias`, newWebApplication),
    asks: 'caller',
    texts: {
      doing: 'Creating alias of "Web Application 104"',
      done: '"Web Application 104" now has an alias.',
    },
  },
  deletion('webApplication', [1, 104], '/servers/1/webapps/104', {
    doing: 'Deleting "staging"',
    done: '"staging" deleted.',
    question: 'Delete Web Application "staging"?',
    consequences: "Its files and settings on the server will be lost. This can't be undone.",
  }),
  {
    command: 'serverManagement.createDomain',
    target: all('domain', 1, 101),
    answers: { name: 'new.example.com', type: 'alias', www: false, redirection: 'none' },
    request: post(`${webApplication}/domains`, {
      name: 'new.example.com',
      type: 'alias',
      www: false,
      redirection: 'none',
    }),
    asks: 'caller',
    texts: {
      doing: 'Creating Domain',
      done: 'Domain "new.example.com" created.',
      failed: 'Domain "new.example.com" wasn\'t created.',
    },
  },
  deletion('domain', [1, 101, 102], '/servers/1/webapps/101/domains/102', {
    doing: 'Deleting "www.shop.example.com"',
    done: '"www.shop.example.com" deleted.',
    question: 'Delete Domain "www.shop.example.com"?',
    consequences: "This can't be undone.",
  }),
  {
    command: 'serverManagement.switchCache',
    target: one('cacheConfiguration', 1, 101),
    answers: { cdnEnabled: true },
    request: patch(`${webApplication}/platformcache`, { cdnEnabled: true }),
    asks: 'caller',
    texts: { doing: 'Changing caches', done: 'Caches changed.' },
  },
  {
    command: 'serverManagement.preloadCache',
    target: one('cacheConfiguration', 1, 101),
    request: post(`${webApplication}/platformcache/preload`),
    isUntold: true,
    asks: 'caller',
    texts: { doing: 'Preloading page cache', done: 'Page cache preload started.' },
  },
  {
    command: 'serverManagement.createHubCache',
    target: one('hubCache', 1, 104),
    answers: {
      cacheType: 'native',
      redisObjectCache: true,
      cacheFolderSize: '512',
      cacheValidMinute: 60,
    },
    request: post(`${server}/webapps/104/platformhub`, {
      cacheType: 'native',
      redisObjectCache: true,
      cacheFolderSize: 512,
      cacheValidMinute: 60,
    }),
    asks: 'caller',
    texts: {
      doing: 'Setting up hub cache',
      done: 'Hub cache set up.',
      failed: "The hub cache wasn't set up.",
    },
  },
  {
    command: 'serverManagement.changeHubCache',
    target: one('hubCache', 1, 101),
    answers: {
      redisObjectCache: true,
      nginxCacheType: 'sr',
      cacheFolderSize: 300,
      cacheValidMinute: '90',
    },
    request: patch(`${webApplication}/platformhub`, {
      redisObjectCache: true,
      nginxCacheType: 'sr',
      cacheFolderSize: 300,
      cacheValidMinute: 90,
    }),
    asks: 'caller',
    texts: { doing: 'Changing hub cache', done: 'Hub cache changed.' },
  },
  {
    command: 'serverManagement.changeHubCache',
    target: one('hubCache', 1, 101),
    answers: { redisObjectCache: false },
    request: patch(`${webApplication}/platformhub`, { redisObjectCache: false }),
    isUntold: true,
    asks: 'caller',
    texts: {
      doing: 'Changing hub cache',
      done: 'Changing hub cache: the service accepted the request.',
    },
  },
  deletion('hubCache', [1, 101], '/servers/1/webapps/101/platformhub', {
    doing: 'Deleting Hub Cache of "storefront"',
    done: 'Hub cache of "storefront" deleted.',
    question: 'Delete the hub cache of "storefront"?',
    consequences: "This can't be undone.",
  }),
];
