import type { Services } from './services';
import { completeFilter } from '../../findings/filterWords';
import { Knowledge } from '../../findings/knowledge';
import { Filter } from '../../resources/search/filter';
import { createButton, createPick, type PickItem, type SafeQuickPick } from '../editor/quickInput';
import { editMatching, removeMatchingKeys } from '../pending/editTogether';
import { showError } from '../editor/messages';
import { askOne } from '../prompts/askForm';
import { showStep } from '../prompts/quickPick';
import { t } from '../../base/l10n';

interface FilterItem extends PickItem {
  /** The text to go on with. */
  readonly completed?: string;
  /** What is done once the box is closed. */
  readonly run?: () => unknown;
  /** The name of a saved filter. */
  readonly saved?: string;
}

const removeButton = createButton('trash', () => t('Remove'));

/** Asks for a filter, typed, completed or saved, or for what to do with everything that matches. */
export async function showFilterBox(
  services: Services,
  apply: (filter: string) => unknown,
): Promise<void> {
  const { options } = services.explorer.sources;
  const pick = createPick<FilterItem>();
  pick.placeholder = t('For example: web tag:production php:8.1 -app:shop disk:>80%');
  pick.value = options.current.filter;
  let knowledge = new Knowledge();
  const draw = (): void => {
    const completions = completeFilter(pick.value, knowledge);
    const items: readonly FilterItem[] = [
      ...itemsFor(services, pick.value.trim(), apply),
      ...options.savedFilters.map(({ name, filter }) => ({
        label: name,
        description: filter,
        buttons: [removeButton],
        saved: name,
        run: () => apply(filter),
      })),
      ...completions
        .filter(({ filter }) => filter.trim() !== pick.value.trim())
        .map(({ word, hint, filter }) => ({ label: word, description: hint, completed: filter })),
    ];
    pick.items = items.map((item) => ({ ...item, alwaysShow: true }));
  };
  const position = { title: services.title, step: 1, totalSteps: 1 };
  const outcome = await showStep<() => unknown>(pick, position, (answer) => {
    pick.onDidChangeValue(draw);
    pick.onDidTriggerItemButton(({ item: { saved = '' } }) => {
      options.saveFilter(saved, undefined).then(draw, (error) => tellKept(saved, error));
    });
    pick.onDidAccept(() => {
      const item = acceptedOf(pick);
      if (item?.run) return answer(item.run);
      pick.value = item?.completed ?? pick.value;
      draw();
    });
    draw();
    const take = (known: Knowledge): void => {
      knowledge = known;
      draw();
    };
    // Without it, only what has fixed values is completed.
    services.attention.known().then(take, () => undefined);
  });
  if (outcome.type === 'next') await outcome.state();
}

/** The highlighted entry; the first if Enter came before the entries of what was typed last. */
function acceptedOf({
  items,
  activeItems: [active],
}: Pick<SafeQuickPick<FilterItem>, 'items' | 'activeItems'>): FilterItem | undefined {
  const isActive = ({ label, description }: FilterItem): boolean =>
    label === active?.label && description === active.description;
  return items.find(isActive) ?? items[0];
}

function tellKept(saved: string, error: unknown): Promise<void> {
  return showError(t('Couldn\'t remove "{0}".', saved), error);
}

/** What can be done with the typed text; the first is to filter by it. */
function itemsFor(
  services: Services,
  typed: string,
  apply: (filter: string) => unknown,
): readonly FilterItem[] {
  const { options } = services.explorer.sources;
  const filter = new Filter(typed);
  const [problem] = filter.misunderstood;
  if (problem !== undefined) {
    const isUnfinished = typed.endsWith(':');
    const description = isUnfinished ? t('Enter a value.') : t('Not understood: {0}', problem);
    return [{ label: typed, description }];
  }
  if (filter.isEmpty) return [{ label: t('Show All Servers'), run: () => apply('') }];
  const isShown = typed === options.current.filter;
  const isSaved = options.savedFilters.some((each) => each.filter === typed);
  const save = async (): Promise<void> => {
    const name = await askOne(t('Save Filter'), {
      type: 'text',
      name: 'name',
      prompt: t('Name of the filter'),
      validate: (text) => (text.trim() === '' ? t('Enter a value.') : undefined),
    });
    if (name === undefined) return;
    await options.saveFilter(name, typed);
    await apply(typed);
  };
  const edit = { label: t('Edit Matching Together'), run: () => editMatching(services) };
  const remove = {
    label: t('Remove Key from Matching Servers'),
    run: () => removeMatchingKeys(services),
  };
  return [
    { label: typed, description: t('Filter Servers'), run: () => apply(typed) },
    ...(isShown ? [edit] : []),
    ...(isShown && filter.parts.includes('sshKey') ? [remove] : []),
    ...(isSaved ? [] : [{ label: t('Save Filter…'), run: save }]),
  ];
}
