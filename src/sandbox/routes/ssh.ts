import { Hono } from 'hono';
import * as z from 'zod/mini';
import { sshSettingsPatch } from '../../api/contract/ssh';
import { readBody, readChanges } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label } from '../http/input/fields';
import { answerPage } from '../http/paging';
import { itemOf, remove, serverContentsOf } from '../http/scope';
import type { SshConfig, SshKey } from '../state/contents';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const keyDraft = z.object({
  label,
  username: label,
  publicKey: z
    .string()
    .check(
      z.regex(/^(ssh-|ecdsa-|sk-)\S+ \S+/, 'Must be a public key such as "ssh-ed25519 AAAA…".'),
    ),
  temporary: z._default(z.boolean(), false),
});

async function change(context: SandboxContext): Promise<SshConfig> {
  const { ssh } = serverContentsOf(context);
  const changes = await readChanges(context, sshSettingsPatch);
  ssh.passwordlessLogin = changes.passwordlessLogin ?? ssh.passwordlessLogin;
  ssh.preventRootLogin = changes.preventRootLogin ?? ssh.preventRootLogin;
  ssh.useDns = changes.useDns ?? ssh.useDns;
  ssh.updated_at = toTimestamp(context.get('store').now());
  return ssh;
}

function toSettings({ passwordlessLogin, useDns, preventRootLogin }: SshConfig): object {
  return { passwordlessLogin, useDns, preventRootLogin };
}

function keyOf(context: SandboxContext): SshKey {
  return itemOf(context, serverContentsOf(context).sshKeys, 'sshKeyId', 'SSH key');
}

/** SSH settings under both versions: API §4 endpoints 12 and 13; the read was observed. */
export function sshSettingRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/settings/ssh', (context) =>
    context.json(toSettings(serverContentsOf(context).ssh)),
  );
  routes.patch('/servers/:serverId/settings/ssh', async (context) =>
    context.json(toSettings(await change(context))),
  );
  return routes;
}

/** The same settings with ids and dates: API §4 endpoint 11; the read was observed. */
export function sshConfigRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/ssh/config', (context) =>
    context.json(serverContentsOf(context).ssh),
  );
  routes.patch('/servers/:serverId/ssh/config', async (context) =>
    context.json(await change(context)),
  );
  return routes;
}

function listKeys(context: SandboxContext): Response {
  return answerPage(context, serverContentsOf(context).sshKeys, 15);
}

function readKey(context: SandboxContext): Response {
  return context.json(keyOf(context));
}

async function createKey(context: SandboxContext): Promise<SshKey> {
  const { sshKeys } = serverContentsOf(context);
  const { label, username, publicKey, temporary } = await readBody(context, keyDraft);
  const store = context.get('store');
  const created_at = toTimestamp(store.now());
  const id = newId(store.world);
  const key: SshKey = { id, label, user: username, publicKey, temporary, created_at };
  sshKeys.push(key);
  return key;
}

function deleteKey(context: SandboxContext): Response {
  const key = keyOf(context);
  remove(serverContentsOf(context).sshKeys, key);
  return context.json(key);
}

/** SSH keys: all observed. */
export function sshKeyRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/ssh/credentials', listKeys);
  routes.post('/servers/:serverId/ssh/credentials', async (context) =>
    context.json(await createKey(context)),
  );
  routes.get('/servers/:serverId/ssh/credentials/:sshKeyId', readKey);
  routes.delete('/servers/:serverId/ssh/credentials/:sshKeyId', deleteKey);
  return routes;
}

/** The same under v2, in an older form. */
export function olderSshKeyRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/sshcredentials', listKeys);
  routes.post('/servers/:serverId/sshcredentials', async (context) =>
    context.json(await createKey(context)),
  );
  routes.get('/servers/:serverId/sshcredentials/:sshKeyId', readKey);
  routes.delete('/servers/:serverId/sshcredentials/:sshKeyId', deleteKey);
  return routes;
}
