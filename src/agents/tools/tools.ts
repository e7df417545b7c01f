import {
  type AgreedServices,
  defineTool,
  oneOrAll,
  pageSize,
  type Tool,
  type ToolServices,
} from './tool';
import { mayWrite } from '../../accounts/account';
import type { ToolName } from './toolContributions';
import { toVisible } from '../../base/foreignText';
import { toContent, toDocumentText } from '../../documents/content';
import { findKind, kinds, type ResourceKind } from '../../resources/kinds/kinds';
import { severities } from '../../findings/finding';
import { t } from '../../base/l10n';
import * as z from 'zod/mini';
import { type Link, placeIn } from '../../resources/link';
import {
  type CollectionReference,
  type ResourceReference,
  serversOf,
  toKey,
} from '../../resources/reference';
import { presentIn } from '../../resources/names/resourceNames';
import { applyEdits, modify } from 'jsonc-parser';
import { isWritable } from '../../documents/plan/savePlan';
import { isCredentialField, redacted } from '../../api/credentials';
import type { JsonObject } from '../../base/json';

const kindIds = kinds.map(({ id }) => id);
const kindInput = z
  .enum(kindIds as [(typeof kindIds)[number], ...typeof kindIds])
  .check(z.describe('The kind of resource.'));
// Without a length, its types become a list of types, which some clients don't understand.
const resourceId = z.union([z.int(), z.string().check(z.minLength(1))]);
const accountInput = z
  .string()
  .check(z.describe('The id of the account, as the list of accounts gives it.'));
const searchedAccount = z
  .optional(accountInput)
  .check(z.describe('The id of an account; without it the linked one, or all.'));
const pageInput = z
  .optional(z.int().check(z.gte(1), z.lte(1000)))
  .check(z.describe('The page; 1 without it.'));

const referenceInput = z.object({
  account: accountInput,
  kind: kindInput,
  ids: z
    .array(resourceId)
    .check(
      z.describe(
        "The ids from the outermost resource to this one: a cron job's are [serverId, id].",
      ),
    ),
});

interface Proposal extends ResourceReference {
  readonly changes: Readonly<Record<string, unknown>>;
}

/** Sends nothing. Production changes can't even be proposed unless the person allowed it. */
const proposeChange = defineTool({
  input: z.object({
    reason: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(500),
        z.describe('Why, in one sentence; the person reads it in the review.'),
      ),
    proposals: z
      .array(
        z.extend(referenceInput, {
          changes: z
            .record(z.string(), z.unknown())
            .check(
              z.describe(
                'New values by field; dots separate nested fields, as in rulesExclusion.drupal.',
              ),
            ),
        }),
      )
      .check(z.minLength(1), z.maxLength(50)),
  }),
  accounts: ({ proposals }) => [...new Set(proposals.map(({ account }) => account))],
  progress: ({ proposals }) => {
    const [first] = proposals;
    return proposals.length === 1 && first
      ? t('Proposing a change to {0}', t(findKind(first.kind).names.one))
      : t('Proposing changes to {0} resources', proposals.length);
  },
  confirm: async (services, { proposals }) => {
    // Don't ask if the call will be refused anyway.
    const { sessions, allowsProduction } = services;
    refuseProduction({ accounts: await sessions.accounts(), allowsProduction }, proposals);
    const described = await Promise.all(
      proposals.map(async ({ changes, ...target }) => ({
        what: await describeTarget(services, target),
        fields: toVisible(Object.keys(changes).join(', ')),
      })),
    );
    const [first] = described;
    if (described.length > 1 || !first) {
      const list = described.map(({ what, fields }) => `${what}: ${fields}`).join('; ');
      return {
        title: t('Propose changes?'),
        message: t('Stages new values. Nothing is sent until you apply it. {0}', list),
      };
    }
    const { what, fields } = first;
    return {
      title: t('Propose a change?'),
      message: services.editor.stages(1)
        ? t('Stages {0} with new values for {1}. Nothing is sent until you apply it.', what, fields)
        : t('Opens {0} with new values for {1}. Nothing is sent until you save it.', what, fields),
    };
  },
  run: async (services, { reason, proposals }) => {
    refuseProduction(services, proposals);
    if (new Set(proposals.map(toKey)).size < proposals.length) {
      throw new Error('Each resource can be named only once.');
    }
    const proposed = await Promise.all(proposals.map((each) => toProposed(services, each)));
    const how = await services.editor.propose(proposed, toVisible(reason, 500));
    if (how === 'taken') {
      throw new Error('Changes to these fields are staged already; the person reviews them first.');
    }
    return how === 'shown'
      ? { proposed: true, next: 'The person looks at the difference and saves it, or not.' }
      : { proposed: true, next: 'It is staged: the person reviews and applies it, or not.' };
  },
});

async function describeTarget(
  { trailOf }: ToolServices,
  target: ResourceReference,
): Promise<string> {
  const trail = await trailOf(target);
  return `${t(findKind(target.kind).names.one)} “${toVisible(trail.join(' › '))}”`;
}

async function toProposed({ editor }: AgreedServices, { changes, ...reference }: Proposal) {
  const { text, hasUnsavedChanges } = await editor.open(reference);
  if (hasUnsavedChanges) {
    throw new Error('The person has unsaved changes in this document; they come first.');
  }
  return { reference, text: proposeText(findKind(reference.kind), text, changes) };
}

/** @throws Error if an account is unknown, or in production without the person's permission. */
function refuseProduction(
  { accounts, allowsProduction }: Pick<AgreedServices, 'accounts' | 'allowsProduction'>,
  proposals: readonly Proposal[],
): void {
  for (const id of new Set(proposals.map(({ account }) => account))) {
    const account = accounts.find((each) => each.id === id);
    if (!account) throw new Error(`There is no account "${id}".`);
    if (!mayWrite(account, Date.now())) {
      throw new Error(
        `The account "${account.label}" is read-only: tools propose no changes there. Tell the person what to change instead.`,
      );
    }
    if (account.environment === 'production' && !allowsProduction(account)) {
      throw new Error(
        `The account "${account.label}" is marked as production: tools propose no changes there. Tell the person what to change instead.`,
      );
    }
  }
}

const format = { formattingOptions: { tabSize: 2, insertSpaces: true } };

/** @throws Error for read-only fields, credentials, hidden values, or if nothing would change. */
export function proposeText(
  kind: ResourceKind,
  text: string,
  changes: Readonly<Record<string, unknown>>,
): string {
  const editing = kind.document?.editing;
  const fields = Object.keys(changes);
  const readOnly = fields.filter((field) => !editing || !isWritable(editing, field.split('.')));
  if (readOnly.length > 0) {
    throw new Error(`These fields cannot be written: ${readOnly.join(', ')}.`);
  }
  const secret = fields.filter((field) => field.split('.').some(isCredentialField));
  if (secret.length > 0) {
    throw new Error(
      `These fields are credentials, which only a person changes: ${secret.join(', ')}.`,
    );
  }
  if (JSON.stringify(changes).includes(redacted)) {
    throw new Error(`"${redacted}" hides a credential: only a person can change this text.`);
  }
  const proposed = kind.document?.text
    ? toDocumentText(kind, changes as JsonObject)
    : Object.entries(changes).reduce(
        (edited, [field, value]) =>
          applyEdits(edited, modify(edited, field.split('.'), value, format)),
        text,
      );
  if (proposed === text) throw new Error('It has these values already.');
  return proposed;
}

const listInput = z.object({
  account: z
    .optional(accountInput)
    .check(
      z.describe('The id of an account; without it the accounts, or what is below the linked one.'),
    ),
  kind: z.optional(kindInput),
  parents: z
    .optional(z.array(resourceId))
    .check(z.describe('The ids of the parents, from the outermost: [serverId] for cron jobs.')),
  page: pageInput,
});

export const listResources = defineTool({
  input: listInput,
  accounts: (input, link) => {
    const place = listedCollection(input, link);
    return place && [place.account];
  },
  progress: (_input) => t('Listing resources'),
  // A list of logs includes their content; any other list only has what its rows show.
  confirm: async (services, input, link) => {
    const place = listedCollection(input, link);
    if (place?.kind !== 'logEntry') return undefined;
    const { account, parents } = place;
    const { kind } = serversOf(account);
    const server = await describeTarget(services, { account, kind, ids: parents });
    return {
      title: t('Read a log?'),
      message: t('Adds the log of {0} to the conversation.', server),
    };
  },
  run: async (services, input, signal) => {
    const { client } = services;
    const collection = listedCollection(input, services.link);
    if (!collection) return listAccounts(services);
    const { account, kind: kindId } = collection;
    const { page = 1 } = input;
    const { items, total, isLast } = await client.page(collection, page, { signal });
    return {
      total: total ?? null,
      hasMore: !isLast,
      resources: items.map((item) => {
        const { label, description, state } = presentIn({ account, kind: kindId, ids: [] }, item);
        return { kind: findKind(kindId).names.one, id: item['id'], label, description, state };
      }),
    };
  },
});

/** @throws Error if a log's account isn't given: the link may change after the confirmation. */
function listedCollection(
  { account, kind, parents }: z.output<typeof listInput>,
  link: Link | undefined,
): CollectionReference | undefined {
  if (account !== undefined) {
    return { account, kind: kind ?? serversOf(account).kind, parents: parents ?? [] };
  }
  if (kind === 'logEntry') throw new Error('Name the account and the server of a log.');
  if (!link || kind === undefined) return undefined;
  return parents ? { account: link.account, kind, parents } : placeIn(link, kind);
}

function listAccounts({ accounts, link }: AgreedServices): readonly object[] {
  return accounts.map(({ id, label, environment, authentication, isSandbox }) => ({
    id,
    label,
    environment,
    authentication,
    isSandbox,
    ...(link?.account === id ? { linkedToWorkspace: link } : {}),
  }));
}

export const readResource = defineTool({
  input: referenceInput,
  accounts: ({ account }) => [account],
  progress: ({ kind, ids }) =>
    t('Reading {0} {1}', t(findKind(kind).names.one), toVisible(ids.join('/'))),
  confirm: async (services, input) => ({
    title: t('Read a resource?'),
    message: t(
      'Adds the configuration of {0} to the conversation. Credentials are masked.',
      await describeTarget(services, input),
    ),
  }),
  run: async ({ client }, input, signal) => {
    const resource = await client.readWhole(input, { signal });
    const kind = findKind(input.kind);
    const { parts = [] } = kind.operations;
    const unread = parts.flatMap(({ member, isIn }) =>
      member in resource || isIn?.(resource) === false ? [] : [member],
    );
    return {
      content: toContent(kind, resource),
      writable: kind.document?.editing?.writable ?? [],
      ...(unread.length > 0 ? { notRead: unread } : {}),
    };
  },
});

const listFindings = defineTool({
  input: z.object({
    account: searchedAccount,
    severity: z.optional(z.enum(severities)),
    page: pageInput,
  }),
  accounts: oneOrAll,
  progress: (_input) => t('Listing what needs attention'),
  run: async ({ findings }, { severity, page = 1 }) => {
    const known = await findings();
    const wanted = known.findings.filter(
      (each) => severity === undefined || each.severity === severity,
    );
    const { items, hasMore } = pageOf(wanted, page);
    return {
      total: wanted.length,
      hasMore,
      findings: items.map(({ rule, severity: weight, target, about, sentence }) => ({
        rule,
        severity: weight,
        ...target,
        about,
        problem: sentence(),
      })),
      checked: known.checked,
    };
  },
});

const findResources = defineTool({
  input: z.object({
    account: searchedAccount,
    query: z.string().check(z.minLength(1), z.describe('Words of a name, an address or an id.')),
    page: pageInput,
  }),
  accounts: oneOrAll,
  progress: ({ query }) => t('Searching for "{0}"', toVisible(query)),
  run: async ({ search }, { query, page = 1 }) => {
    const { items, hasMore } = pageOf(await search(query), page);
    return {
      hasMore,
      found: items.map(({ reference, label, detail, path }) => ({
        ...reference,
        label,
        detail,
        path,
      })),
      note: 'The index may not know everything yet; listing by parent is always complete.',
    };
  },
});

function pageOf<T>(all: readonly T[], page: number) {
  const end = page * pageSize;
  return { items: all.slice(end - pageSize, end), hasMore: all.length > end };
}

export const tools: Readonly<Record<ToolName, Tool>> = {
  serverManagement_listResources: listResources,
  serverManagement_findResources: findResources,
  serverManagement_readResource: readResource,
  serverManagement_proposeChange: proposeChange,
  serverManagement_listFindings: listFindings,
};
