import type { Action, ActionConfirmation } from '../action';
import { creation } from './parts/creation';
import { deletion } from './parts/deletion';
import { databaseAccess } from './databaseAccess';
import { password } from '../../documents/creations/fields';
import { deleteDatabase } from '../../api/contract/database';
import { changeDatabaseUserPassword } from '../../api/contract/databaseUser';
import {
  changeSystemUserPassword,
  deleteSystemUser,
  makeDeploymentKey,
} from '../../api/contract/systemUser';

/** The old password can't be read, so it can't be restored either. */
const newPassword: ActionConfirmation = {
  question: (name, t) => t('Change the password of "{0}"?', name),
  detail: (t) => t('Everything that uses the current password stops working.'),
  button: (t) => t('Change Password'),
  isDestructive: true,
};

/** Actions for system users (API §2.13), databases and their users (§2.14). */
export const accessActions: readonly Action[] = [
  creation('serverManagement.createSystemUser', 'systemUser', { changesAccess: true }),
  {
    command: 'serverManagement.changePassword',
    changesAccess: true,
    place: { resource: 'systemUser' },
    endpoint: changeSystemUserPassword,
    fields: (t) => [password(t)],
    confirmation: newPassword,
    progressTitle: (what, t) => t('Changing the password of {0}', what),
    effect: 'none',
  },
  {
    command: 'serverManagement.generateDeploymentKey',
    changesAccess: true,
    place: { resource: 'systemUser' },
    endpoint: makeDeploymentKey,
    confirmation: {
      question: (name, t) => t('Generate a new deployment key for "{0}"?', name),
      detail: (t) =>
        t('Repositories that have its old key refuse access until you add the new one.'),
      button: (t) => t('Generate'),
      isDestructive: true,
    },
    progressTitle: (what, t) => t('Generating deployment key for {0}', what),
    effect: 'resource',
  },
  deletion('systemUser', deleteSystemUser, {
    detail: (t) => t("The user's web applications and jobs will stop working."),
  }),
  creation('serverManagement.createDatabase', 'database'),
  databaseAccess,
  deletion('database', deleteDatabase, {
    fields: (t) => [
      {
        type: 'choice',
        name: 'deleteUser',
        prompt: t('Delete the users who have access, too?'),
        options: () => [
          { value: false, label: t('Keep the Users') },
          {
            value: true,
            label: t('Delete the Users'),
            description: t('even if they use other databases'),
          },
        ],
      },
    ],
    toCall: (_context, _target, { deleteUser }) => ({
      endpoint: deleteDatabase,
      ...(deleteUser === true ? { body: { deleteUser } } : {}),
    }),
    detail: (t, { deleteUser }) =>
      deleteUser === true
        ? t("All its data and the users who have access will be lost. This can't be undone.")
        : t("All its data will be lost. This can't be undone."),
    changesNextTo: ['databaseUser'],
  }),
  creation('serverManagement.createDatabaseUser', 'databaseUser', { changesAccess: true }),
  {
    command: 'serverManagement.changePassword',
    changesAccess: true,
    place: { resource: 'databaseUser' },
    endpoint: changeDatabaseUserPassword,
    fields: (t) => [password(t)],
    confirmation: newPassword,
    progressTitle: (what, t) => t('Changing the password of {0}', what),
    effect: 'none',
  },
];
