import type { Option } from '../../base/questions';
import * as vscode from 'vscode';
import { text } from '../../documents/creations/fields';
import type { Field } from '../../documents/creations/field';
import type { ResourceReference } from '../../resources/reference';
import { type SshLogin, toSshTarget } from '../../resources/sshTarget';
import { sshPort } from '../documents/lockOut/lockOutWarnings';
import { askForm } from '../prompts/askForm';
import type { Services } from './services';
import { t } from '../../base/l10n';

/** As chosen for this server, as set for all, or by asking; never root if that's prevented. */
export async function findSshLogin(
  services: Services,
  server: ResourceReference,
): Promise<SshLogin | undefined> {
  const known = (await services.sshLogins.of(server)) ?? loginForAll();
  if (known && !(known.user === 'root' && (await preventsRoot(services, server)))) return known;
  return askSshLogin(services, server);
}

export async function askSshLogin(
  services: Services,
  server: ResourceReference,
): Promise<SshLogin | undefined> {
  const isRootPrevented = await preventsRoot(services, server);
  const before = await services.sshLogins.of(server);
  const answers = await askForm({
    title: t('SSH User and Port: {0}', String(services.explorer.describe(server).label)),
    fields: [userField(services, server, isRootPrevented), portField(before?.port ?? sshPort())],
    from: [services, server] as const,
    given: {},
    savedAnswers: new Map(),
  });
  if (!answers) return undefined;
  const { user, port } = answers;
  const login = { user: user as string, port: port as number };
  await services.sshLogins.choose(server, login);
  return login;
}

function loginForAll(): SshLogin | undefined {
  const user = vscode.workspace
    .getConfiguration('serverManagement.ssh')
    .inspect<string>('user')?.globalValue;
  return user === undefined ? undefined : { user, port: sshPort() };
}

/** Unknown settings prevent nothing: the server then refuses the login itself. */
async function preventsRoot(services: Services, server: ResourceReference): Promise<boolean> {
  const reference = { ...server, kind: 'sshSettings' } as const;
  const { store } = services;
  const settings = store.find(reference) ?? (await store.read(reference).catch(() => undefined));
  return settings?.['preventRootLogin'] === true;
}

function userField(services: Services, server: ResourceReference, isRootPrevented: boolean): Field {
  return {
    type: 'choice',
    name: 'user',
    prompt: t('Select the user to log in as'),
    isOpen: true,
    validate: (typed) =>
      typed === 'root' && isRootPrevented
        ? t('This server prevents root login.')
        : toSshTarget('host', typed, 22)
          ? undefined
          : t('Type a user name.'),
    options: async (_context, _target, signal) => {
      const { account, ids } = server;
      const collection = { account, kind: 'systemUser', parents: ids } as const;
      const { items } = await services.store.all(collection, undefined, { signal });
      const names = items.flatMap(({ username }) =>
        typeof username === 'string' && username !== 'root' ? [username] : [],
      );
      const root = isRootPrevented ? [] : ['root'];
      return [...names, ...root].map((name): Option => ({ value: name, label: name }));
    },
  };
}

function portField(port: number): Field {
  return text('port', t('SSH port'), {
    value: String(port),
    validate: (typed) =>
      /^\d+$/.test(typed) && toSshTarget('host', 'user', Number(typed))
        ? undefined
        : t('Type a port from 1 to 65535.'),
    parse: Number,
  });
}
