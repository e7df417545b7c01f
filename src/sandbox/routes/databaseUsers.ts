import { Hono } from 'hono';
import * as z from 'zod/mini';
import { readBody } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label, password } from '../http/input/fields';
import { answerPage } from '../http/paging';
import { invalidField } from '../http/refusal';
import { deleteUsers } from './databases';
import { itemOf, serverContentsOf } from '../http/scope';
import type { DatabaseUser } from '../state/contents';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const draft = z.object({ username: label, password });
const newPassword = z.object({ password });

function userOf(context: SandboxContext): DatabaseUser {
  const { databaseUsers } = serverContentsOf(context);
  return itemOf(context, databaseUsers, 'databaseUserId', 'database user');
}

/** Database users: created by API §4 endpoint 19; the rest, and all of v3, was observed. */
export function databaseUserRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  // Passwords are validated but not stored: no operation would ever return them.
  routes.post('/servers/:serverId/databaseusers', async (context) => {
    const { databaseUsers } = serverContentsOf(context);
    const { username } = await readBody(context, draft);
    if (databaseUsers.some((user) => user.username === username)) {
      throw invalidField('username', 'The server has a database user of this name already.');
    }
    const store = context.get('store');
    const id = newId(store.world);
    const user: DatabaseUser = { id, username, created_at: toTimestamp(store.now()) };
    databaseUsers.push(user);
    return context.json(user);
  });

  routes.get('/servers/:serverId/databaseusers', (context) =>
    answerPage(context, serverContentsOf(context).databaseUsers, 15),
  );
  routes.get('/servers/:serverId/databaseusers/:databaseUserId', (context) =>
    context.json(userOf(context)),
  );
  routes.patch('/servers/:serverId/databaseusers/:databaseUserId', async (context) => {
    const user = userOf(context);
    await readBody(context, newPassword);
    return context.json(user);
  });
  routes.delete('/servers/:serverId/databaseusers/:databaseUserId', (context) => {
    const user = userOf(context);
    deleteUsers(serverContentsOf(context), [user.id]);
    return context.json(user);
  });
  return routes;
}
