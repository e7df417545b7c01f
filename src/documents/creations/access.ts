import type { Creation } from './creation';
import { password, text, userName } from './fields';
import {
  createDatabase,
  readCollations,
  readMariadbCollations,
  readMysqlCollations,
} from '../../api/contract/database';
import { createDatabaseUser } from '../../api/contract/databaseUser';
import { createSystemUser } from '../../api/contract/systemUser';
import type { FieldContext, Option } from './field';
import type { Endpoint } from '../../api/contract/endpoint';
import { ifMissing } from '../../api/errors';
import type { ResourceStore } from '../../resources/store/resourceStore';
import type { Target } from '../../resources/reference';
import { t } from '../../base/l10n';

/** A system user (API §2.13; creating it is observed). */
export const systemUserCreation: Creation = {
  endpoint: createSystemUser,
  fields: () => [userName('username', t('User name')), password({ isOptional: true })],
};

/** A database (observed). */
export const databaseCreation: Creation = {
  endpoint: createDatabase,
  fields: () => [
    text('name', t('Name of the database'), { start: '' }),
    {
      type: 'choice',
      name: 'collation',
      prompt: t('Collation'),
      isOpen: true,
      isOptional: true,
      unread: defaultOnly,
      options: async (context, target, signal) => [
        ...defaultOnly(),
        ...(await readCollationNames(context, target, signal)),
      ],
    },
  ],
  reads: [readMysqlCollations, readMariadbCollations, readCollations],
};

function defaultOnly(): readonly Option[] {
  return [{ label: t('Use the Default') }];
}

/** A database user (API §2.14, §4 endpoint 19). */
export const databaseUserCreation: Creation = {
  endpoint: createDatabaseUser,
  fields: () => [userName('username', t('User name')), password()],
};

/**
 * The collations of a server's database: those of its engine if the server's services are known,
 * those of both engines otherwise. None if the service offers no list.
 */
async function readCollationNames(
  { client, store }: FieldContext,
  target: Target,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const read = async (endpoint: Endpoint): Promise<readonly string[]> => {
    const reading = client.perform(target, endpoint, undefined, { signal });
    return (await reading.catch(ifMissing([]))) as string[];
  };
  const lists = await Promise.all(findLists(store, target).map(read));
  const found = lists.some((list) => list.length > 0) ? lists.flat() : await read(readCollations);
  return [...new Set(found)].toSorted().map((value) => ({ value, label: value }));
}

function findLists(store: Pick<ResourceStore, 'peek'>, target: Target): readonly Endpoint[] {
  const ids = 'ids' in target ? target.ids : target.parents;
  const services = { account: target.account, kind: 'service', parents: ids.slice(0, 1) } as const;
  const names = (store.peek(services)?.items ?? []).map(({ id }) => String(id).toLowerCase());
  const lists = { mysql: readMysqlCollations, mariadb: readMariadbCollations };
  const known = Object.entries(lists).filter(([name]) => names.some((each) => each.includes(name)));
  return (known.length === 1 ? known : Object.entries(lists)).map(([, list]) => list);
}
