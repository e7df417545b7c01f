import { Hono } from 'hono';
import * as z from 'zod/mini';
import { readBody } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { password, userName } from '../http/input/fields';
import { answerPage } from '../http/paging';
import { invalidField, Refusal } from '../http/refusal';
import { itemOf, remove, serverContentsOf } from '../http/scope';
import type { SystemUser } from '../state/contents';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const draft = z.object({ username: userName, password: z.optional(password) });
const newPassword = z.object({ password });

function userOf(context: SandboxContext): SystemUser {
  return itemOf(context, serverContentsOf(context).systemUsers, 'systemUserId', 'system user');
}

async function create(context: SandboxContext): Promise<SystemUser> {
  const { systemUsers } = serverContentsOf(context);
  const { username } = await readBody(context, draft);
  if (systemUsers.some((user) => user.username === username)) {
    throw invalidField('username', 'The server has a user of this name already.');
  }
  const store = context.get('store');
  const user: SystemUser = {
    id: newId(store.world),
    username,
    deploymentKey: null,
    deleteable: true,
    created_at: toTimestamp(store.now()),
  };
  systemUsers.push(user);
  return user;
}

/** System users: the password change is API §4 endpoint 18; the rest was observed. */
export function systemUserRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  // The password is validated but not stored: no operation would ever return it.
  routes.patch('/servers/:serverId/users/:systemUserId/password', async (context) => {
    const user = userOf(context);
    await readBody(context, newPassword);
    return context.json(user);
  });

  routes.get('/servers/:serverId/users', (context) => {
    const wanted = context.req.query('search')?.toLowerCase() ?? '';
    const { systemUsers } = serverContentsOf(context);
    const found = systemUsers.filter(({ username }) => username.toLowerCase().includes(wanted));
    return answerPage(context, found, 15);
  });
  routes.post('/servers/:serverId/users', async (context) => context.json(await create(context)));
  routes.get('/servers/:serverId/users/:systemUserId', (context) => context.json(userOf(context)));
  routes.delete('/servers/:serverId/users/:systemUserId', (context) => {
    const user = userOf(context);
    if (!user.deleteable) {
      throw new Refusal(403, `The system user ${user.username} cannot be deleted.`);
    }
    remove(serverContentsOf(context).systemUsers, user);
    return context.json(user);
  });
  return routes;
}
