import * as vscode from 'vscode';
import type { Handler, Handlers } from '../services';
import { type KindId, kinds } from '../../../resources/kinds/kinds';
import {
  type Grouping,
  groupings,
  type Sorting,
  sortings,
} from '../../../resources/search/arrange';
import { Filter } from '../../../resources/search/filter';
import type { ViewChoice } from '../../../resources/search/viewOptions';
import { askOne } from '../../prompts/askForm';
import { showPick, showMultiPick } from '../../editor/quickInput';
import { t } from '../../../base/l10n';

export const viewHandlers = {
  'serverManagement.filterServers': async ({ explorer }, parameter) => {
    const { options } = explorer.sources;
    const filter =
      typeof parameter === 'string' ? parameter : await askFilter(options.current.filter);
    if (filter === undefined) return;
    await options.change({ filter });
    if (filter !== '') await explorer.openAccounts();
  },

  'serverManagement.clearFilter': ({ explorer }) => explorer.sources.options.change({ filter: '' }),

  'serverManagement.stopSearching': ({ explorer: { sources } }) => {
    sources.fleet.stop();
    sources.certificates.stop();
  },

  'serverManagement.groupServers': async ({ explorer, title }, parameter) => {
    const { options } = explorer.sources;
    const grouping =
      groupings.find((each) => each === parameter) ??
      (await choose(groupingLabels(), options.current.grouping, {
        title,
        placeHolder: t('Group servers by'),
      }));
    if (grouping) await options.change({ grouping });
  },

  'serverManagement.sortServers': async ({ explorer, title }, parameter) => {
    const { options } = explorer.sources;
    const sorting =
      sortings.find((each) => each === parameter) ??
      (await choose(sortingLabels(), options.current.sorting, {
        title,
        placeHolder: t('Sort servers by'),
      }));
    if (sorting) await options.change({ sorting });
  },

  'serverManagement.hideKinds': async ({ explorer, title }) => {
    const { options } = explorer.sources;
    const shown = await askShown(options.current, title);
    if (!shown) return;
    const hiddenKinds = hideableKinds().filter((id) => !shown.includes(id));
    await options.change({ hiddenKinds });
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

function groupingLabels(): Readonly<Record<Grouping, string>> {
  return {
    none: t('No groups'),
    provider: t('Provider'),
    country: t('Country'),
    state: t('State'),
    tag: t('Tag'),
  };
}

function sortingLabels(): Readonly<Record<Sorting, string>> {
  return {
    service: t('Default order'),
    name: t('Name'),
    address: t('Address'),
    state: t('State'),
    created: t('Created'),
  };
}

function askFilter(current: string): Promise<string | undefined> {
  return askOne(t('Filter Servers'), {
    type: 'text',
    name: 'filter',
    prompt: t(
      'Matches all words in name, address, tags, state, provider, country or ID. Use tag:web to search tags only; ssl:expired, ssl:14d or ssl:failed for certificates.',
    ),
    placeholder: t('For example: web tag:production state:offline ssl:14d'),
    value: current,
    validate: (text) =>
      new Filter(text).misunderstood.length > 0
        ? t('Use ssl:expired, ssl:failed, or days until the end such as ssl:14d.')
        : undefined,
  });
}

async function choose<T extends string>(
  labels: Readonly<Record<T, string>>,
  current: T,
  texts: { readonly title: string; readonly placeHolder: string },
): Promise<T | undefined> {
  const chosen = await showPick(
    (Object.keys(labels) as T[]).map((value) => ({
      label: labels[value],
      description: value === current ? t('Current') : '',
      value,
    })),
    texts,
  );
  return chosen?.value;
}

function hideableKinds(): readonly KindId[] {
  const hideable = kinds.filter(({ id, shownBy }) => id !== 'server' && shownBy === undefined);
  return hideable.map(({ id }) => id);
}

async function askShown(
  { hiddenKinds }: ViewChoice,
  title: string,
): Promise<readonly KindId[] | undefined> {
  const resources = kinds
    .filter(({ id }) => hideableKinds().includes(id))
    .map(({ id, names, icon }) => ({
      label: t(names.many),
      iconPath: new vscode.ThemeIcon(icon),
      picked: !hiddenKinds.includes(id),
      id,
    }));
  const placeHolder = t('Select the resources to show');
  const chosen = await showMultiPick(resources, { title, placeHolder });
  return chosen?.map(({ id }) => id);
}
