import { Hono } from 'hono';
import * as z from 'zod/mini';
import { readBody } from '../http/input/body';
import { bodyText } from '../http/input/bodyText';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label } from '../http/input/fields';
import { answerPage } from '../http/paging';
import { invalidField } from '../http/refusal';
import { itemOf, remove, serverContentsOf } from '../http/scope';
import type { DatabaseState, DatabaseUser, ServerContents } from '../state/contents';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const draft = z.object({
  name: z.string().check(z.regex(/^[A-Za-z0-9_]{1,64}$/, 'Must be made of letters, digits and _.')),
  collation: z.nullish(label),
});
const grant = z.object({ id: z.int() });
const deletion = z.object({ deleteUser: z.optional(z.boolean()) });

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

/** The database user identified by the body of a grant. */
async function grantee(context: SandboxContext): Promise<DatabaseUser> {
  const { databaseUsers } = serverContentsOf(context);
  const { id } = await readBody(context, grant);
  const user = databaseUsers.find((each) => each.id === id);
  if (!user) throw invalidField('id', `The server has no database user with the id ${id}.`);
  return user;
}

/** Deletes database users and their grants. */
export function deleteUsers(contents: ServerContents, ids: readonly number[]): void {
  const isLeft = (id: number): boolean => !ids.includes(id);
  contents.databaseUsers = contents.databaseUsers.filter(({ id }) => isLeft(id));
  for (const other of contents.databases) other.grantedTo = other.grantedTo.filter(isLeft);
}

/** Who may use a database: observed. */
export function grantListRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/databases/:databaseId/grant', (context) => {
    const { grantedTo } = databaseOf(context);
    const { databaseUsers } = serverContentsOf(context);
    return answerPage(
      context,
      databaseUsers.filter(({ id }) => grantedTo.includes(id)),
      15,
    );
  });
  return routes;
}

/** Databases and their grants: all observed. */
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
  routes.delete('/servers/:serverId/databases/:databaseId', async (context) => {
    const database = databaseOf(context);
    const hasBody = (await bodyText(context)) !== '';
    const { deleteUser } = hasBody ? await readBody(context, deletion) : {};
    const contents = serverContentsOf(context);
    remove(contents.databases, database);
    if (deleteUser) deleteUsers(contents, database.grantedTo);
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
