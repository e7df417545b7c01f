import type { SwitchOption, Values } from '../../base/questions';
import { type Action, onResource } from '../action';
import { creation, deletion, toSwitches } from './parts';
import { password, type FieldContext } from '../../documents/creations/fields';
import {
  deleteDatabase,
  grantDatabase,
  listDatabaseGrants,
  revokeDatabase,
} from '../../api/contract/database';
import { changeDatabaseUserPassword, deleteDatabaseUser } from '../../api/contract/databaseUser';
import {
  changeSystemUserPassword,
  deleteSystemUser,
  makeDeploymentKey,
} from '../../api/contract/systemUser';
import { ifMissing } from '../../api/errors';
import { isObject, type JsonValue } from '../../base/json';
import type { Resource } from '../../resources/kinds/kind';
import type { KindId } from '../../resources/kinds/kinds';
import type { Endpoint } from '../../api/contract/endpoint';
import { asResource, type ResourceReference, type Target, idsOf } from '../../resources/reference';
import { findName } from '../subject';
import { t } from '../../base/l10n';

/** One checklist of users (observed). Each changed one is a request and an outcome of its own. */
export const databaseAccess: Action = onResource(
  'serverManagement.changeDatabaseAccess',
  'database',
  grantDatabase,
  {
    changesAccess: true,
    reads: [listDatabaseGrants],
    isSingleTarget: true,
    fields: () => [
      {
        type: 'switches',
        name: 'users',
        prompt: t('Database users with access'),
        options: readUsers,
        toTyped: (id) =>
          /^[1-9]\d*$/.test(id) ? toSwitches({ name: id, label: id }, undefined) : [],
      },
    ],
    toParts: (context, target, values) =>
      changesIn(values).map(([id, isGranted]) => ({
        name: findName(context, userOf(target, id)),
        values: { users: { [id]: isGranted } },
      })),
    toCall: (_context, _target, values) => {
      const [[id, isGranted] = ['', true]] = changesIn(values);
      return { endpoint: isGranted ? grantDatabase : revokeDatabase, body: { id: Number(id) } };
    },
    judge: async ({ client }, target, values) => {
      const granted = toIds(await client.readAll(target, listDatabaseGrants));
      const isDone = changesIn(values).every(([id, isGranted]) => granted.has(id) === isGranted);
      return isDone ? 'done' : 'failed';
    },
    confirmation: {
      when: (values) => changesIn(values).some(([, isGranted]) => !isGranted),
      question: (name) => t('Revoke access to "{0}"?', name),
      detail: () => t('Everything that logs in as a user without access stops working.'),
      button: () => t('Revoke'),
      isDestructive: true,
    },
    progressTitle: (what) => t('Changing access to {0}', what),
    done: (what, values) => {
      const kinds = new Set(changesIn(values).map(([, isGranted]) => isGranted));
      if (kinds.size !== 1) return t('Access to {0} changed.', what);
      return kinds.has(true)
        ? t('Access to {0} granted.', what)
        : t('Access to {0} revoked.', what);
    },
    effect: 'none',
  },
);

function changesIn({ users }: Values): readonly (readonly [id: string, isGranted: boolean])[] {
  const changes = isObject(users) ? Object.entries<JsonValue | undefined>(users) : [];
  return changes.flatMap(([id, isGranted]) =>
    /^\d+$/.test(id) && typeof isGranted === 'boolean' ? [[id, isGranted] as const] : [],
  );
}

function userOf(target: Target, id: string): ResourceReference {
  const [server = ''] = idsOf(target);
  return { account: target.account, kind: 'databaseUser', ids: [server, Number(id)] };
}

async function readUsers(
  { client, store }: FieldContext,
  target: Target,
  signal: AbortSignal,
): Promise<readonly SwitchOption[]> {
  const { account, ids } = asResource(target);
  const collection = { account, kind: 'databaseUser', parents: ids.slice(0, 1) } as const;
  const [granted, { items }] = await Promise.all([
    client.readAll(target, listDatabaseGrants, { signal }).then(toIds, ifMissing(undefined)),
    store.all(collection, undefined, { signal }),
  ]);
  return items.flatMap((user) => {
    const { username } = user;
    const id = String(user['id']);
    const label = typeof username === 'string' && username !== '' ? username : id;
    return toSwitches({ name: id, label }, granted?.has(id));
  });
}

function toIds(users: readonly Resource[]): ReadonlySet<string> {
  return new Set(users.map(({ id }) => String(id)));
}

function passwordChange(kind: KindId, endpoint: Endpoint): Action {
  return onResource('serverManagement.changePassword', kind, endpoint, {
    changesAccess: true,
    fields: () => [password()],
    // The old password can't be read, so it can't be restored either.
    confirmation: {
      question: (name) => t('Change the password of "{0}"?', name),
      detail: () => t('Everything that uses the current password stops working.'),
      button: () => t('Change Password'),
      isDestructive: true,
    },
    progressTitle: (what) => t('Changing the password of {0}', what),
    accepted: (what) => t('New password for {0} accepted.', what),
    effect: 'none',
  });
}

export const accessActions: readonly Action[] = [
  creation('serverManagement.createSystemUser', 'systemUser', { changesAccess: true }),
  passwordChange('systemUser', changeSystemUserPassword),
  onResource('serverManagement.generateDeploymentKey', 'systemUser', makeDeploymentKey, {
    changesAccess: true,
    confirmation: {
      question: (name) => t('Generate a new deployment key for "{0}"?', name),
      detail: () =>
        t('Repositories that have its old key refuse access until you add the new one.'),
      button: () => t('Generate'),
      isDestructive: true,
    },
    progressTitle: (what) => t('Generating deployment key for {0}', what),
    accepted: (what) => t('New deployment key for {0} requested.', what),
  }),
  deletion('systemUser', deleteSystemUser, {
    detail: () => t("The user's web applications and jobs will stop working."),
  }),
  creation('serverManagement.createDatabase', 'database'),
  databaseAccess,
  deletion('database', deleteDatabase, {
    fields: () => [
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
      body: deleteUser === true ? { deleteUser } : undefined,
    }),
    detail: ({ deleteUser }) =>
      deleteUser === true
        ? t("All its data and the users who have access will be lost. This can't be undone.")
        : t("All its data will be lost. This can't be undone."),
    changesNextTo: ['databaseUser'],
  }),
  creation('serverManagement.createDatabaseUser', 'databaseUser', { changesAccess: true }),
  passwordChange('databaseUser', changeDatabaseUserPassword),
  deletion('databaseUser', deleteDatabaseUser, {
    detail: () => t("Everything that logs in as this user stops working. This can't be undone."),
  }),
];
