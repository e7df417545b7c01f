import { type Action, onResource } from '../action';
import { creation, onFound } from './parts';
import { text } from '../../documents/creations/fields';
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

const repository = {
  reads: [readGitRepository],
  suits: hasRepository,
  variable: 'gitId',
  idIn: ({ id }: Resource) => id,
  missing: (name: string) => t('"{0}" has no Git repository.', name),
} as const;

export const confirmDeployment: NonNullable<Action['confirmation']> = {
  question: (name) => t('Deploy "{0}" now?', name),
  detail: () => t('Publishes the latest commit of its branch.'),
  button: () => t('Deploy'),
};

const deployRepository: Action = onResource(
  'serverManagement.deployRepository',
  'gitRepository',
  deployGitRepository,
  {
    ...onFound(repository),
    confirmation: confirmDeployment,
    starts: 'deployment',
    progressTitle: () => t('Starting deployment'),
    accepted: () => t('Deployment started.'),
  },
);

export const gitActions: readonly Action[] = [
  creation('serverManagement.connectRepository', 'gitRepository', {
    suits: (resource) => !hasRepository(resource),
    progressTitle: () => t('Connecting Git repository'),
    done: () => t('Git repository connected.'),
    failed: () => t("The Git repository wasn't connected."),
    next: { action: deployRepository, button: () => t('Deploy') },
  }),
  deployRepository,
  onResource('serverManagement.changeBranch', 'gitRepository', changeGitBranch, {
    ...onFound(repository),
    fields: () => [text('branch', t('New branch'), { placeholder: 'main' })],
    isSingleTarget: true,
    progressTitle: () => t('Changing branch'),
    done: (_what, { branch }) => t('Branch changed to "{0}".', toPlain(branch)),
  }),
  onResource('serverManagement.disconnectRepository', 'gitRepository', disconnectGitRepository, {
    ...onFound(repository),
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
  }),
];
