import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import type { KindId } from '../../resources/kinds/kind';
import { kinds } from '../../resources/kinds/kinds';
import { groupings, sortings } from '../../resources/search/arrange';
import { askText } from '../input/askText';
import { t } from '../l10n';

/** Commands about what the views show, and in which order. */
export const viewHandlers = {
  'serverManagement.filterServers': async ({ explorer }, parameter) => {
    const { options } = explorer.sources;
    const filter =
      typeof parameter === 'string' ? parameter : await askFilter(options.current.filter);
    if (filter !== undefined) await options.change({ filter });
  },

  'serverManagement.clearFilter': ({ explorer }) => explorer.sources.options.change({ filter: '' }),

  'serverManagement.groupServers': async ({ explorer }, parameter) => {
    const { options } = explorer.sources;
    const grouping =
      groupings.find((each) => each === parameter) ??
      (await choose(groupings, options.current.grouping, t('Group servers by')));
    if (grouping) await options.change({ grouping });
  },

  'serverManagement.sortServers': async ({ explorer }, parameter) => {
    const { options } = explorer.sources;
    const sorting =
      sortings.find((each) => each === parameter) ??
      (await choose(sortings, options.current.sorting, t('Sort servers by')));
    if (sorting) await options.change({ sorting });
  },

  'serverManagement.hideKinds': async ({ explorer }) => {
    const { options } = explorer.sources;
    const shown = await askKinds(options.current.hiddenKinds);
    if (!shown) return;
    const hiddenKinds = hideableKinds().filter((id) => !shown.includes(id));
    await options.change({ hiddenKinds });
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

async function askFilter(current: string): Promise<string | undefined> {
  const outcome = await askText(
    {
      prompt: t(
        'Words that all have to be found in the name, address, tags, state, provider, country or id. tag:web looks at the tags only.',
      ),
      placeholder: t('such as: web tag:production state:offline'),
      value: current,
    },
    { title: t('Filter Servers'), step: 1, totalSteps: 1 },
  );
  return outcome.type === 'next' ? outcome.state : undefined;
}

async function choose<T extends string>(
  values: readonly T[],
  current: T,
  placeHolder: string,
): Promise<T | undefined> {
  const chosen = await vscode.window.showQuickPick(
    values.map((value) => ({
      label: t(value),
      description: value === current ? t('as now') : '',
      value,
    })),
    { placeHolder },
  );
  return chosen?.value;
}

/** Without servers there would be no view. */
function hideableKinds(): readonly KindId[] {
  return kinds.filter(({ id }) => id !== 'server').map(({ id }) => id);
}

async function askKinds(hidden: readonly KindId[]): Promise<readonly KindId[] | undefined> {
  const chosen = await vscode.window.showQuickPick(
    kinds
      .filter(({ id }) => hideableKinds().includes(id))
      .map(({ id, names, icon }) => ({
        label: t(names.many),
        iconPath: new vscode.ThemeIcon(icon),
        picked: !hidden.includes(id),
        id,
      })),
    { canPickMany: true, placeHolder: t('Which kinds do you want to see?') },
  );
  return chosen?.map(({ id }) => id);
}
