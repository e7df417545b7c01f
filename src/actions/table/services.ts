import type { Action, ActionConfirmation } from '../action';
import type { ActionCommand } from '../commands';
import type { JsonObject, JsonValue } from '../../base/json';
import { asResource } from '../../resources/reference';
import { controlService } from '../../api/contract/serverFacts';
import { t } from '../../base/l10n';

/** What can be done to a service (observed). */
type ServiceOrder = 'start' | 'stop' | 'restart' | 'reload';

const beforeStop: ActionConfirmation = {
  question: (name) => t('Stop "{0}"?', name),
  detail: () => t('Everything that depends on it stops working until it starts again.'),
  button: () => t('Stop'),
};

/** Actions for the services of a server, such as its web server (observed). */
export const serviceActions: readonly Action[] = [
  order('serverManagement.restartService', 'restart', { interrupts: true }),
  order('serverManagement.startService', 'start', {
    suits: ({ running }) => running !== true,
  }),
  order('serverManagement.stopService', 'stop', {
    interrupts: true,
    suits: ({ running }) => running !== false,
    confirmation: beforeStop,
  }),
  {
    command: 'serverManagement.controlService',
    interrupts: true,
    place: { resource: 'service' },
    endpoint: controlService,
    fields: () => [
      {
        type: 'choice',
        name: 'action',
        prompt: t('Select an action'),
        options: () => [
          { value: 'restart', label: t('Restart') },
          { value: 'reload', label: t('Reload'), description: t('its configuration') },
          { value: 'start', label: t('Start') },
          { value: 'stop', label: t('Stop') },
        ],
      },
    ],
    toCall: (_context, target, values) => ({
      endpoint: controlService,
      body: { ...values, realName: asResource(target).ids.at(-1) },
    }),
    confirmation: { ...beforeStop, when: ({ action }) => action === 'stop' },
    progressTitle: (what) => t('Changing {0}', what),
    toRead: ({ action }) => stateAfter(action),
    done: (what, { action }) => controlled(action, what),
    effect: 'resource',
  },
];

function order(
  command: ActionCommand,
  action: ServiceOrder,
  more: Pick<Action, 'interrupts' | 'suits' | 'confirmation'>,
): Action {
  return {
    ...more,
    command,
    place: { resource: 'service' },
    endpoint: controlService,
    toCall: (_context, target) => ({
      endpoint: controlService,
      body: { action, realName: asResource(target).ids.at(-1) },
    }),
    progressTitle: (what) => controlling(action, what),
    toRead: () => stateAfter(action),
    done: (what) => controlled(action, what),
    effect: 'resource',
  };
}

function controlling(action: ServiceOrder, what: string): string {
  if (action === 'start') return t('Starting {0}', what);
  return action === 'stop' ? t('Stopping {0}', what) : t('Restarting {0}', what);
}

/** No read shows whether a service was restarted. */
function stateAfter(action: JsonValue | undefined): JsonObject {
  if (action !== 'start' && action !== 'stop') return {};
  return { running: action === 'start' };
}

function controlled(action: JsonValue | undefined, what: string): string {
  return action === 'start' ? t('{0} started.', what) : t('{0} stopped.', what);
}
