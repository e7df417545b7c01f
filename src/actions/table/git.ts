import type { Action } from '../action';
import { findOwnName } from '../target';
import { asResource } from '../../resources/reference';
import { creation } from './parts/creation';
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
        throw new Error(context.t('"{0}" has no Git repository.', findOwnName(context, target)));
      }
      return { endpoint, path: { gitId: id }, ...(endpoint.body ? { body: values } : {}) };
    },
  };
}

/** Actions for git repositories of web applications (observed). */
export const gitActions: readonly Action[] = [
  creation('serverManagement.connectRepository', 'gitRepository', {
    suits: (resource) => !hasRepository(resource),
    progressTitle: (_name, t) => t('Connecting Git repository'),
    done: (_what, t) => t('Git repository connected.'),
    failed: (t) => t("The Git repository wasn't connected."),
  }),
  {
    command: 'serverManagement.deployRepository',
    ...onRepository(deployGitRepository),
    confirmation: {
      question: (name, t) => t('Deploy "{0}" now?', name),
      detail: (t) => t('Publishes the latest commit of its branch.'),
      button: (t) => t('Deploy'),
    },
    starts: 'deployment',
    progressTitle: (_name, t) => t('Starting deployment'),
    accepted: (_what, t) => t('Deployment started.'),
    effect: 'resource',
  },
  {
    command: 'serverManagement.changeBranch',
    ...onRepository(changeGitBranch),
    fields: (t) => [text('branch', t('New branch'), t, { placeholder: 'main' })],
    isSingleTarget: true,
    progressTitle: (_name, t) => t('Changing branch'),
    done: (_what, t, { branch }) => t('Branch changed to "{0}".', toPlain(branch)),
    effect: 'resource',
  },
  {
    command: 'serverManagement.disconnectRepository',
    ...onRepository(disconnectGitRepository),
    confirmation: {
      question: (name, t) => t('Disconnect the Git repository of "{0}"?', name),
      detail: (t) => t("Its files stay on the server, but it's no longer deployed."),
      button: (t) => t('Disconnect'),
    },
    judge: (_context, _target, _values, now) => {
      if (!now) return 'unclear';
      return hasRepository(now) ? 'notDone' : 'done';
    },
    progressTitle: (_name, t) => t('Disconnecting Git repository'),
    done: (_what, t) => t('Git repository disconnected.'),
    effect: 'resource',
  },
];
