import type { Action } from '../action';
import { findOwnName } from '../subject';
import { asResource } from '../../resources/reference';
import { creation } from './parts';
import { text } from '../../documents/creations/fields';
import type { Endpoint } from '../../api/contract/endpoint';
import {
  changeGitBranch,
  deployGitRepository,
  disconnectGitRepository,
  readGitRepository,
} from '../../api/contract/git';
import { toPlain } from '../../base/foreignText';
import type { Resource } from '../../resources/kinds/kind';
import { t } from '../../base/l10n';

function hasRepository({ id }: Resource): boolean {
  return id !== undefined;
}

/** Actions that need a connected repository: its id is part of the path. */
function onRepository(
  endpoint: Endpoint,
): Pick<Action, 'place' | 'endpoint' | 'reads' | 'suits' | 'toCall'> {
  return {
    place: { resource: 'gitRepository' },
    endpoint,
    reads: [readGitRepository],
    suits: hasRepository,
    toCall: async (context, target, values, signal) => {
      const { id } = await context.client.read(asResource(target), { signal });
      if (typeof id !== 'number') {
        throw new Error(t('"{0}" has no Git repository.', findOwnName(context, target)));
      }
      return { endpoint, path: { gitId: id }, ...(endpoint.body ? { body: values } : {}) };
    },
  };
}

export const confirmDeployment: NonNullable<Action['confirmation']> = {
  question: (name) => t('Deploy "{0}" now?', name),
  detail: () => t('Publishes the latest commit of its branch.'),
  button: () => t('Deploy'),
};

const deployRepository: Action = {
  command: 'serverManagement.deployRepository',
  ...onRepository(deployGitRepository),
  confirmation: confirmDeployment,
  starts: 'deployment',
  progressTitle: () => t('Starting deployment'),
  accepted: () => t('Deployment started.'),
  effect: 'resource',
};

export const gitActions: readonly Action[] = [
  creation('serverManagement.connectRepository', 'gitRepository', {
    suits: (resource) => !hasRepository(resource),
    progressTitle: () => t('Connecting Git repository'),
    done: () => t('Git repository connected.'),
    failed: () => t("The Git repository wasn't connected."),
    next: { action: deployRepository, button: () => t('Deploy') },
  }),
  deployRepository,
  {
    command: 'serverManagement.changeBranch',
    ...onRepository(changeGitBranch),
    fields: () => [text('branch', t('New branch'), { placeholder: 'main' })],
    isSingleTarget: true,
    progressTitle: () => t('Changing branch'),
    done: (_what, { branch }) => t('Branch changed to "{0}".', toPlain(branch)),
    effect: 'resource',
  },
  {
    command: 'serverManagement.disconnectRepository',
    ...onRepository(disconnectGitRepository),
    confirmation: {
      question: (name) => t('Disconnect the Git repository of "{0}"?', name),
      detail: () => t("Its files stay on the server, but it's no longer deployed."),
      button: () => t('Disconnect'),
    },
    judge: (_context, _target, _values, now) => {
      if (!now) return 'unknown';
      return hasRepository(now) ? 'failed' : 'done';
    },
    progressTitle: () => t('Disconnecting Git repository'),
    done: () => t('Git repository disconnected.'),
    effect: 'resource',
  },
];
