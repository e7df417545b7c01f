import { type ActionCase, all, one, patch, post, server } from '../actionCase';

/** Maintenance of servers. */
export const serverCareCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.changeTags',
    target: one('server', 1),
    answers: { tags: ['shop', 'new'] },
    request: post(`${server}/tags`, { tags: ['shop', 'new'] }),
    asks: 'caller',
    texts: { doing: 'Changing the tags of "Server 1"', done: 'Tags of "shop-frankfurt" changed.' },
  },
  {
    command: 'serverManagement.changeCliPhp',
    target: one('server', 1),
    answers: { phpVersion: 'php82' },
    request: patch(`${server}/php/cli`, { phpVersion: 'php82' }),
    asks: 'caller',
    texts: {
      doing: 'Changing the PHP CLI version of "Server 1"',
      done: 'PHP CLI version of "shop-frankfurt" changed.',
    },
  },
  {
    command: 'serverManagement.cleanDisk',
    target: one('server', 1),
    request: post(`${server}/health/diskcleaner`),
    fallback: patch(`${server}/health/diskcleaner`),
    isUntold: true,
    asks: 'always',
    texts: {
      doing: 'Cleaning the disk of "shop-frankfurt"',
      done: 'Disk cleanup of "shop-frankfurt" requested.',
      question: 'Clean the disk of "shop-frankfurt"?',
      consequences: "The service deletes files that it considers unneeded. This can't be undone.",
    },
  },
  {
    command: 'serverManagement.rebuildCronTable',
    target: all('cronJob', 1),
    request: post('/api/v3/servers/1/cronjobs/rebuild'),
    isInV2: true,
    isUntold: true,
    asks: 'always',
    texts: {
      doing: 'Rebuilding the cron table',
      done: 'Rebuild of the cron table requested.',
      question: 'Rebuild the cron table?',
      consequences:
        'Writes these cron jobs to the server again. Changes made on the server itself are lost.',
    },
  },
  {
    command: 'serverManagement.rebuildSupervisor',
    target: all('supervisorJob', 1),
    request: post(`${server}/supervisors/rebuild`),
    isUntold: true,
    asks: 'always',
    texts: {
      doing: 'Rebuilding the supervisor configuration',
      done: 'Rebuild of the supervisor configuration requested.',
      question: 'Rebuild the supervisor configuration?',
      consequences: 'Running jobs may be restarted. Changes made on the server itself are lost.',
    },
  },
];
