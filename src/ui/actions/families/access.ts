import type { Action } from '../action';
import { creation } from './creation';
import { deletion } from './deletion';
import { oneResource, text } from './fields';
import { findRemovalRisks } from './lockOutRisks';
import {
  createDatabase,
  deleteDatabase,
  grantDatabase,
  revokeDatabase,
} from '../../../api/contract/database';
import { changeDatabaseUserPassword, createDatabaseUser } from '../../../api/contract/databaseUser';
import {
  changeSystemUserPassword,
  createSystemUser,
  deleteSystemUser,
} from '../../../api/contract/systemUser';
import type { Translate } from '../../../shared/translate';
import type { ChoiceField, SecretField } from '../field';

/** What can be done with system users (reference §2.13), databases and their users (§2.14). */
export const accessActions: readonly Action[] = [
  creation('serverManagement.createSystemUser', 'systemUser', createSystemUser, (t) => [
    userName(t),
    password(t),
  ]),
  {
    command: 'serverManagement.changePassword',
    place: { resource: 'systemUser' },
    endpoint: changeSystemUserPassword,
    fields: (t) => [password(t)],
    doing: (what, t) => t('Changing the password of {0}', what),
    effect: 'none',
  },
  deletion('systemUser', deleteSystemUser, {
    detail: (t) => t('The web applications and jobs of the user stop working.'),
    findRisks: (context, targets, _values, signal) => findRemovalRisks(context, targets, signal),
  }),
  creation('serverManagement.createDatabase', 'database', createDatabase, (t) => [
    text('name', t('Name of the database'), t),
    text('collation', t('Collation; leave it empty for the default'), t, {
      placeholder: 'utf8mb4_unicode_ci',
      isOptional: true,
    }),
  ]),
  {
    command: 'serverManagement.grantDatabase',
    place: { resource: 'database' },
    endpoint: grantDatabase,
    isForOne: true,
    fields: (t) => [databaseUser(t('Which database user gets access?'))],
    doing: (what, t) => t('Granting access to {0}', what),
    effect: 'none',
  },
  {
    command: 'serverManagement.revokeDatabase',
    place: { resource: 'database' },
    endpoint: revokeDatabase,
    isForOne: true,
    fields: (t) => [databaseUser(t('Which database user loses access?'))],
    caution: {
      question: (name, t) => t('Take away the access to "{0}"?', name),
      detail: (t) => t('Whatever logs in as this database user cannot read it any more.'),
      button: (t) => t('Take Away'),
      isDestructive: true,
    },
    doing: (what, t) => t('Taking away the access to {0}', what),
    effect: 'none',
  },
  deletion('database', deleteDatabase, {
    detail: (t) => t('All data in it are lost. This cannot be undone.'),
  }),
  creation('serverManagement.createDatabaseUser', 'databaseUser', createDatabaseUser, (t) => [
    userName(t),
    password(t),
  ]),
  {
    command: 'serverManagement.changePassword',
    place: { resource: 'databaseUser' },
    endpoint: changeDatabaseUserPassword,
    fields: (t) => [password(t)],
    doing: (what, t) => t('Changing the password of {0}', what),
    effect: 'none',
  },
];

function userName(t: Translate): ReturnType<typeof text> {
  return text('username', t('User name'), t, {
    validate: (value) => (/\s/.test(value) ? t('A user name has no blanks.') : undefined),
  });
}

function password(t: Translate): SecretField {
  return {
    type: 'secret',
    name: 'password',
    prompt: t('Password; the button makes one up and copies it'),
    isGenerated: true,
    validate: (value) =>
      value.length >= 8 ? undefined : t('Use at least 8 characters, better 20 or more.'),
  };
}

function databaseUser(prompt: string): ChoiceField {
  return oneResource('id', prompt, 'databaseUser', ({ id, username }) => ({
    value: Number(id),
    label: String(username),
  }));
}
