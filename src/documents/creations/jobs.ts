import type { Creation } from './creation';
import type { Option } from './field';
import { flag, integer, systemUserName, text } from './fields';
import { createCronJob, cronJobDraft } from '../../api/contract/cronJob';
import { createSupervisorJob, readSupervisorBinaries } from '../../api/contract/supervisorJob';
import { omit, pick } from '../../base/json';
import { splitTime } from '../../resources/cron/cronTime';
import { t } from '../../base/l10n';

/** A cron job (API §2.3, §4 endpoint 4). Reads have `time`, writes have five fields. */
export const cronJobCreation: Creation = {
  endpoint: createCronJob,
  fields: () => [
    text('label', t('Name of the cron job'), { start: '' }),
    {
      type: 'schedule',
      name: 'time',
      prompt: t('Schedule'),
      start: '0 3 * * *',
      when: ({ minute }) => minute === undefined,
    },
    systemUserName(t('System user that runs it')),
    text('command', t('Command'), {
      start: '',
      placeholder: '/usr/bin/php /home/runner/task.php',
    }),
  ],
  toBody: (values) =>
    typeof values['time'] === 'string'
      ? { ...omit(values, ['time']), ...splitTime(values['time']) }
      : values,
  // A schedule that doesn't consist of five fields can't be created, and no default replaces it.
  fromContent: (content) => ({
    ...('time' in content ? splitTime('') : {}),
    ...pick(content, Object.keys(cronJobDraft.shape)),
  }),
};

function noExecutable(): Option {
  return { value: '', label: t('none (part of the command)') };
}

/** A supervisor job (API §2.2, §4 endpoint 3). */
export const supervisorJobCreation: Creation = {
  endpoint: createSupervisorJob,
  reads: [readSupervisorBinaries],
  fields: () => [
    text('label', t('Name of the supervisor job'), { start: '' }),
    systemUserName(t('System user that runs it')),
    {
      type: 'choice',
      name: 'binary',
      prompt: t('Executable (the command comes next)'),
      start: '',
      isOpen: true,
      options: async ({ client }, target, signal) => {
        const answer = await client.perform(target, readSupervisorBinaries, undefined, { signal });
        return (answer as string[]).map((value) =>
          value === '' ? noExecutable() : { value, label: value },
        );
      },
      unread: () => [noExecutable()],
    },
    text('command', t('Command, or arguments of the executable'), { start: '' }),
    integer('numprocs', t('Number of processes'), { start: 1, value: '1' }),
    flag('autoStart', t('Start automatically with the server?')),
    flag('autoRestart', t('Restart automatically when it exits?')),
  ],
  // Reads prefix the command with its binary: sending the binary again would duplicate it.
  fromContent: (content) => ({ binary: '', ...content }),
  toRead: ({ binary, command, ...body }) => ({
    ...body,
    command: [binary, command]
      .map((part) => (typeof part === 'string' ? part : ''))
      .join(' ')
      .trim(),
  }),
};
