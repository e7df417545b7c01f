import { nameOfChange } from './describeStaged';
import type { PendingServices } from './pending';
import type { StagedRollout } from '../../pending/applyChanges';
import type { StagedChange } from '../../pending/stagedChange';
import { otherLists, otherParts, urgentLists, urgentParts } from '../../findings/checker';
import { isMissing } from '../../api/errors';
import { type Finding, findingKey } from '../../findings/finding';
import { toPlain } from '../../base/foreignText';
import type { KnownChoice, TextField } from '../../base/questions';
import { platform } from '../../platform/platform';
import { isPrivate, mainDomain, toWebsite } from '../../resources/website';
import { findKind } from '../../resources/kinds/kinds';
import {
  collectionBelow,
  itemOf,
  type ResourceReference,
  serverOf,
  toKey,
} from '../../resources/reference';
import { askModal, describeError } from '../editor/messages';
import { withLateProgress } from '../editor/progress';
import { askFields } from '../prompts/askForm';
import { formats, t } from '../../base/l10n';

/** The servers of staged changes. */
export function serversIn(changes: readonly StagedChange[]): readonly ResourceReference[] {
  const servers = changes.flatMap(({ reference }) => serverOf(reference) ?? []);
  return [...new Map(servers.map((server) => [toKey(server), server])).values()];
}

/** Asks which server is first and how the others follow; undefined if the person cancelled. */
export async function askRollout(
  services: PendingServices,
  chosen: readonly StagedChange[],
): Promise<StagedRollout | undefined> {
  const servers = serversIn(chosen);
  const nameOf = (server: ResourceReference): string => toPlain(services.names.nameOf(server));
  const values = await askFields(t('First to One Server'), [
    {
      type: 'choice',
      name: 'first',
      prompt: t('Select the server to change first'),
      options: () => servers.map((server) => ({ label: nameOf(server), value: toKey(server) })),
    },
    countField('atOnce', t('How many of the others at a time'), '5'),
    countField('mostFailures', t('Stop after how many failed changes'), '1'),
    ...(platform.hidesWhyRequestsFail ? [] : [sitesField()]),
  ]);
  const first = servers.find((server) => toKey(server) === values?.['first']);
  if (!values || !first) return undefined;
  const asksSites = values['sites'] === true;
  const before = new Set((await findingsOf(services, first)).findings.map(keyOf));
  const sites = asksSites ? await answersOn(services, first) : undefined;
  return {
    first,
    atOnce: Number(values['atOnce']),
    mostFailures: Number(values['mostFailures']),
    mayFollow: async ({ done, left }) => {
      const { findings, failure } = await findingsOf(services, first);
      const more = findings.filter((finding) => !before.has(keyOf(finding)));
      const isWhole = failure === undefined;
      const changed = sites ? describeAnswers(sites, await answersOn(services, first)) : [];
      return askToFollow(servers.length - 1, [
        t('"{0}": {1} applied, {2} not applied', nameOf(first), done, left.length),
        ...left.map(({ staged }) => nameOfChange(staged)),
        ...(isWhole ? [] : [`${t("Couldn't check everything.")} ${describeError(failure)}`]),
        ...(more.length > 0 ? [t('New findings on this server:')] : []),
        ...(isWhole && more.length === 0 ? [t('No new findings.')] : []),
        ...more.map((each) => `${services.attention.labelOf(each.target)}: ${each.sentence()}`),
        ...changed,
      ]);
    },
  };
}

function askToFollow(others: number, soFar: readonly string[]): Promise<boolean> {
  return askModal({
    question:
      others === 1
        ? t('Continue with the other server?')
        : t('Continue with the other {0} servers?', formats.number(others)),
    detail: soFar.join('\n'),
    place: undefined,
    button: t('Continue'),
  });
}

function keyOf({ rule, target }: Finding): string {
  return findingKey(rule, target);
}

function countField(name: string, prompt: string, value: string): TextField {
  return {
    type: 'text',
    name,
    prompt,
    value,
    validate: (text) =>
      /^[1-9]\d{0,3}$/.test(text.trim()) ? undefined : t('Type a whole number, at least 1.'),
    parse: Number,
  };
}

function sitesField(): KnownChoice {
  return {
    type: 'choice',
    name: 'sites',
    prompt: t('Check the websites of this server as well?'),
    options: () => [
      { label: t('No'), value: false },
      {
        label: t('Yes'),
        detail: t('Requests each start page from this machine, before and after.'),
        value: true,
      },
    ],
  };
}

/** How long a website may take to answer, in milliseconds. */
const siteMs = 10_000;

/** How the public websites on a server answer: the status alone, without following redirects. */
async function answersOn(
  { store }: PendingServices,
  server: ResourceReference,
): Promise<ReadonlyMap<string, string>> {
  return withLateProgress(t('Checking websites…'), async (signal) => {
    const applications = collectionBelow(server, 'webApplication');
    // What can't be read isn't asked.
    const listed = await store.all(applications, undefined, { signal }).catch(() => undefined);
    const answers = (listed?.items ?? []).map(async (item) => {
      const domains = collectionBelow(itemOf(applications, item), 'domain');
      const found = await store.list(domains, { signal }).catch(() => undefined);
      const domain = mainDomain(found?.items ?? []);
      const address = domain && toWebsite(domain, undefined, Date.now());
      if (address === undefined || isPrivate(address)) return [];
      const { hostname } = new URL(address);
      const ways = ['https', 'http'].map(async (scheme) => {
        return `${scheme} ${await statusOf(`${scheme}://${hostname}/`, signal)}`;
      });
      return [[hostname, (await Promise.all(ways)).join(', ')] as const];
    });
    return new Map((await Promise.all(answers)).flat());
  });
}

async function statusOf(url: string, signal: AbortSignal): Promise<string> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(siteMs)]);
    const options = { redirect: 'manual', credentials: 'omit', signal: limit } as const;
    const { status, body } = await fetch(url, options);
    await body?.cancel();
    return String(status);
  } catch {
    return t('no answer');
  }
}

function describeAnswers(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  if (before.size === 0) return [t('No public websites found.')];
  const changed = [...before].flatMap(([host, answer]) => {
    const now = after.get(host) ?? t('unknown');
    return now === answer ? [] : [`${toPlain(host)}: ${answer} → ${now}`];
  });
  return changed.length > 0 ? changed : [t('Its websites answer as before.')];
}

const checked = [...urgentLists, ...otherLists, ...urgentParts, ...otherParts];

/** What rules find on a server, whose lists are read again first; the error if one can't be read. */
async function findingsOf(
  { attention, store }: PendingServices,
  server: ResourceReference,
): Promise<{ readonly findings: readonly Finding[]; readonly failure: unknown }> {
  const { account, ids: parents } = server;
  const lists = checked.filter((kind) => findKind(kind).parent === 'server');
  const failure = await withLateProgress(t('Checking the server…'), async (signal) => {
    store.outdateBelow(server);
    const reads = lists.map((kind) =>
      findKind(kind).variable
        ? store.list({ account, kind, parents }, { signal })
        : store.read({ account, kind, ids: parents }, { signal }),
    );
    const read = await Promise.allSettled([store.read(server, { signal }), ...reads]);
    const errors = read.flatMap((each): unknown[] =>
      each.status === 'rejected' ? [each.reason] : [],
    );
    // What the service doesn't offer, or this server doesn't have, has no findings.
    return errors.find((error) => !isMissing(error));
  });
  const { findings } = await attention.review([account]);
  const isOnIt = ({ target }: Finding): boolean => {
    const on = serverOf(target);
    return on !== undefined && toKey(on) === toKey(server);
  };
  return { findings: findings.filter(isOnIt), failure };
}
