import type { Action } from '../action';
import { creation } from './creation';
import { deletion } from './deletion';
import { flag, integer, systemUserName, text } from './fields';
import {
  createCronJob,
  deleteCronJob,
  runCronJob,
  toggleCronJob,
} from '../../../api/contract/cronJob';
import {
  createSupervisorJob,
  deleteSupervisorJob,
  readSupervisorBinaries,
  reloadSupervisorJob,
} from '../../../api/contract/supervisorJob';
import { splitTime } from '../../../resources/cronTime';
import { omit } from '../../../shared/json';

/** What can be done with cron jobs (reference §2.3) and supervisor jobs (reference §2.2). */
export const jobActions: readonly Action[] = [
  creation(
    'serverManagement.createCronJob',
    'cronJob',
    createCronJob,
    (t) => [
      text('label', t('Name of the cron job'), t),
      {
        type: 'schedule',
        name: 'time',
        prompt: t('When does it run?'),
        when: ({ minute }) => minute === undefined,
      },
      systemUserName(t('Which system user runs it?')),
      text('command', t('Command'), t, { placeholder: '/usr/bin/php /home/runner/task.php' }),
    ],
    {
      // A job is read with `time` and written with five fields (reference §2.3).
      toCall: (_context, _target, values) => ({
        endpoint: createCronJob,
        body:
          typeof values['time'] === 'string'
            ? { ...omit(values, ['time']), ...splitTime(values['time']) }
            : values,
      }),
    },
  ),
  {
    command: 'serverManagement.runCronJob',
    place: { resource: 'cronJob' },
    endpoint: runCronJob,
    doing: (what, t) => t('Running {0}', what),
    effect: 'none',
  },
  {
    command: 'serverManagement.toggleCronJob',
    place: { resource: 'cronJob' },
    endpoint: toggleCronJob,
    doing: (what, t) => t('Switching {0}', what),
    effect: 'resource',
  },
  deletion('cronJob', deleteCronJob),
  creation(
    'serverManagement.createSupervisorJob',
    'supervisorJob',
    createSupervisorJob,
    (t) => [
      text('label', t('Name of the supervisor job'), t),
      systemUserName(t('Which system user runs it?')),
      {
        type: 'choice',
        name: 'binary',
        prompt: t('Executable; the command comes next'),
        isOpen: true,
        options: async ({ client }, target, signal) => {
          const answer = await client.perform(target, readSupervisorBinaries, undefined, {
            signal,
          });
          return (answer as string[]).map((value) => ({
            value,
            label: value === '' ? t('none: it is part of the command') : value,
          }));
        },
      },
      text('command', t('Command, or what follows the executable'), t),
      integer('numprocs', t('How many processes?'), t, { value: '1' }),
      flag('autoStart', t('Start it by itself?'), t),
      flag('autoRestart', t('Restart it by itself when it ends?'), t),
    ],
    { reads: [readSupervisorBinaries] },
  ),
  {
    command: 'serverManagement.reloadSupervisorJob',
    place: { resource: 'supervisorJob' },
    endpoint: reloadSupervisorJob,
    doing: (what, t) => t('Reloading {0}', what),
    // Its state is read beside the jobs, for all of them at once.
    effect: 'collection',
  },
  deletion('supervisorJob', deleteSupervisorJob),
];
