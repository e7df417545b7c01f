import { defineKind } from './kind';
import { changeDeployScript, gitRepository, readGitRepository } from '../../api/contract/git';
import type { JsonObject } from '../../base/json';
import { t } from '../../base/l10n';

const member = 'deployScript';

export const deployScriptKind = defineKind({
  id: 'deployScript',
  parent: 'webApplication',
  shownBy: 'gitRepository',
  names: { one: 'Deploy Script', many: 'Deploy Scripts' },
  folder: 'deploy-script',
  suffix: 'deploy',
  operations: { read: readGitRepository },
  icon: 'file-code',
  schema: gitRepository,
  present: (_resource) => ({ label: t('Deploy Script') }),
  document: {
    text: { member, extension: 'sh' },
    toContent: ({ id, atomic, autoDeploy, deployScript }) => ({
      ...({ id, atomic, autoDeploy: autoDeploy ?? null } as JsonObject),
      ...(id === undefined ? {} : toScript(deployScript)),
    }),
    readOnly: ({ atomic, autoDeploy, deployScript }) => {
      if (atomic === true) return t('Read-only: an atomic project deploys this web application.');
      return autoDeploy === null || typeof deployScript !== 'string'
        ? t('Read-only: parts of it are unknown, and saving would remove them.')
        : undefined;
    },
    editing: {
      writable: [member],
      toWrites: ({ before, after }) => [
        {
          endpoint: changeDeployScript,
          path: { gitId: before['id'] as number },
          body: { autoDeploy: before['autoDeploy'] === true, [member]: after[member] ?? '' },
        },
      ],
    },
  },
});

/** The script, which is empty if there is none yet; no member if the service doesn't return it. */
function toScript(value: unknown): JsonObject {
  if (value === null) return { [member]: '' };
  // Shells on servers treat carriage returns as part of a command.
  return typeof value === 'string' ? { [member]: value.replaceAll('\r\n', '\n') } : {};
}
