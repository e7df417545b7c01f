import * as z from 'zod/mini';
import { readBody } from '../http/input/body';
import type { SandboxContext } from '../http/environment';
import { domainName, label, password, userName } from '../http/input/fields';
import { invalidField } from '../http/refusal';
import {
  functionNames,
  phpFields,
  phpVersion,
  spareFields,
  stack,
  stackMode,
} from '../http/input/phpFields';
import { serverContentsOf, webApplicationOf } from '../http/scope';
import { fakeSecret } from '../seed/secrets';
import type { SystemUser } from '../state/contents';
import { toPublicPath } from '../state/publicPath';
import { newId, type Store } from '../state/store';
import { toTimestamp } from '../state/time';
import type { DomainState, WebApplicationState } from '../state/webApplication';

type WebApplicationRecord = WebApplicationState['record'];

/** The settings as sent for a new web application, which may omit some. */
const phpSettings = z.extend(phpFields, {
  ...z.partial(
    z.pick(phpFields, {
      processManagerStartServers: true,
      processManagerMinSpareServers: true,
      processManagerMaxSpareServers: true,
    }),
  ).shape,
  disableFunctions: z._default(functionNames, ''),
  openBasedir: z._default(z.string(), ''),
});

const customDraft = z.extend(phpSettings, {
  name: z
    .string()
    .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/i, 'Must be made of letters, digits, - and _.')),
  domainName,
  user: z.int('Invalid system user id.'),
  publicPath: z._default(z.string(), ''),
  phpVersion,
  stack,
  stackMode,
});

const wordPressDraft = z.extend(customDraft, {
  siteTitle: label,
  adminUsername: label,
  adminEmail: z.email('Must be an email address.'),
  password,
  dbName: z
    .string()
    .check(z.regex(/^[A-Za-z0-9_]{1,64}$/, 'Must be made of letters, digits and _.')),
  dbUser: userName,
  dbPassword: password,
  dbPrefix: z._default(z.string(), 'wp_'),
});

type CustomDraft = z.infer<typeof customDraft>;

/** Creates a web application with its first domain, and refuses what services refuse (observed). */
export async function createCustom(context: SandboxContext): Promise<WebApplicationRecord> {
  return create(context, 'custom', await readBody(context, customDraft));
}

/** Creates one that is another's alias. */
export async function createAlias(context: SandboxContext): Promise<WebApplicationRecord> {
  const { record } = webApplicationOf(context);
  const created = create(context, 'custom', await readBody(context, customDraft));
  return Object.assign(created, { alias: record.id });
}

/** The same with WordPress, for which it also creates a database and a user who may use it. */
export async function createWordPress(context: SandboxContext): Promise<WebApplicationRecord> {
  const draft = await readBody(context, wordPressDraft);
  const { databases, databaseUsers } = serverContentsOf(context);
  if (databases.some(({ record }) => record.name === draft.dbName)) {
    throw invalidField('dbName', 'The server has a database of this name already.');
  }
  if (databaseUsers.some(({ username }) => username === draft.dbUser)) {
    throw invalidField('dbUser', 'The server has a database user of this name already.');
  }
  const record = create(context, 'wordpress', draft);
  const store = context.get('store');
  const created_at = toTimestamp(store.now());
  const user = { id: newId(store.world), username: draft.dbUser, created_at };
  databaseUsers.push(user);
  databases.push({
    record: { id: newId(store.world), name: draft.dbName, collation: null, created_at },
    grantedTo: [user.id],
  });
  return record;
}

function create(context: SandboxContext, type: string, draft: CustomDraft): WebApplicationRecord {
  const { webApplications, systemUsers } = serverContentsOf(context);
  const owner = systemUsers.find(({ id }) => id === draft.user);
  if (!owner) throw invalidField('user', 'Invalid system user id.');
  const missing = spareFields.find((field) => draft[field] === undefined);
  if (draft.processManager === 'dynamic' && missing) {
    throw invalidField(missing, 'This field is required when process manager is dynamic.');
  }
  if (webApplications.some(({ record }) => record.name === draft.name)) {
    throw invalidField('name', 'The server has a web application of this name already.');
  }
  const store = context.get('store');
  const record = toRecord(store, owner, type, draft);
  webApplications.push({
    record,
    settings: settingsOf(draft),
    domains: [firstDomain(store, draft.domainName)],
    cache: null,
    waf: null,
    hub: null,
    wordpress: { disableWpCron: false, wpDebug: false },
    installer: null,
    git: null,
    ssl: { advanced: null, auto: false, certificate: null },
    wafRules: [],
    cacheEngine: 1,
    log: [],
  });
  return record;
}

function toRecord(
  store: Store,
  owner: SystemUser,
  type: string,
  { name, publicPath, phpVersion, stack, stackMode }: CustomDraft,
): WebApplicationRecord {
  const id = newId(store.world);
  const rootPath = `/home/${owner.username}/webapps/${name}`;
  return {
    id,
    server_user_id: owner.id,
    name,
    rootPath,
    publicPath: toPublicPath(rootPath, publicPath),
    phpVersion,
    stack,
    stackMode,
    type,
    defaultApp: null,
    alias: null,
    pullKey1: fakeSecret('pullkey1', id),
    pullKey2: fakeSecret('pullkey2', id),
    created_at: toTimestamp(store.now()),
  };
}

function settingsOf(draft: CustomDraft): WebApplicationState['settings'] {
  const settings = Object.entries(phpSettings.parse(draft));
  return {
    phpVersion: draft.phpVersion,
    ...Object.fromEntries(
      settings.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}

function firstDomain(store: Store, name: string): DomainState {
  const record: DomainState['record'] = {
    id: newId(store.world),
    name,
    type: 'primary',
    www: 0,
    redirection: 'none',
    wildcard: Number(name.startsWith('*.')),
    dns_integration: null,
    status: null,
    created_at: toTimestamp(store.now()),
  };
  return { record, certificate: null };
}
