import { Hono } from 'hono';
import * as z from 'zod';
import { readBody } from '../http/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label } from '../http/fields';
import { answerPage } from '../http/paging';
import { invalidField } from '../http/refusal';
import { itemOf, remove, serverContentsOf } from '../http/scope';
import type { DatabaseState, DatabaseUser } from '../state/contents';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const draft = z.object({
  name: z.string().regex(/^[A-Za-z0-9_]{1,64}$/, 'Must be made of letters, digits and _.'),
  collation: label.nullish(),
});
const grant = z.object({ id: z.int() });

function databaseOf(context: SandboxContext): DatabaseState {
  return itemOf(context, serverContentsOf(context).databases, 'databaseId', 'database');
}

async function create(context: SandboxContext): Promise<DatabaseState['record']> {
  const { databases } = serverContentsOf(context);
  const { name, collation = null } = await readBody(context, draft);
  if (databases.some(({ record }) => record.name === name)) {
    throw invalidField('name', 'The server has a database of this name already.');
  }
  const store = context.get('store');
  const created_at = toTimestamp(store.now());
  const record = { id: newId(store.world), name, collation, created_at };
  databases.push({ record, grantedTo: [] });
  return record;
}

/** The database user that the body of a grant names by its id. */
async function grantee(context: SandboxContext): Promise<DatabaseUser> {
  const { databaseUsers } = serverContentsOf(context);
  const { id } = await readBody(context, grant);
  const user = databaseUsers.find((each) => each.id === id);
  if (!user) throw invalidField('id', `The server has no database user with the id ${id}.`);
  return user;
}

/** Databases and who may open them: all observed. */
export function databaseRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.get('/servers/:serverId/databases', (context) => {
    const records = serverContentsOf(context).databases.map(({ record }) => record);
    return answerPage(context, records, 15);
  });
  routes.post('/servers/:serverId/databases', async (context) =>
    context.json(await create(context)),
  );
  routes.get('/servers/:serverId/databases/:databaseId', (context) =>
    context.json(databaseOf(context).record),
  );
  routes.delete('/servers/:serverId/databases/:databaseId', (context) => {
    const database = databaseOf(context);
    remove(serverContentsOf(context).databases, database);
    return context.json(database.record);
  });

  routes.post('/servers/:serverId/databases/:databaseId/grant', async (context) => {
    const { grantedTo } = databaseOf(context);
    const user = await grantee(context);
    if (grantedTo.includes(user.id)) throw invalidField('id', 'This user has the grant already.');
    grantedTo.push(user.id);
    return context.json(user);
  });
  routes.delete('/servers/:serverId/databases/:databaseId/grant', async (context) => {
    const { grantedTo } = databaseOf(context);
    const user = await grantee(context);
    if (!grantedTo.includes(user.id)) throw invalidField('id', 'This user has no such grant.');
    remove(grantedTo, user.id);
    return context.json(user);
  });
  return routes;
}
