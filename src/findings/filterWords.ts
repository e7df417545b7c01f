import { Fingerprints, partsOfServers } from './partsOfServers';
import type { Knowledge } from './knowledge';
import { t } from '../base/l10n';
import { findKind } from '../resources/kinds/kinds';
import { presentIn } from '../resources/names/resourceNames';
import { facetsOf } from '../resources/search/arrange';
import { type FacetName, partOfWord, unquote } from '../resources/search/filter';

interface FilterWord {
  /** The word as the filter has it. */
  readonly word: string;
  readonly hint: string;
  /** The whole filter with it. */
  readonly filter: string;
}

const mostWords = 20;

/** What can complete the last word of a filter, from what is known without a request. */
export function completeFilter(filter: string, knowledge: Knowledge): readonly FilterWord[] {
  const last = /(?:^|\s)(-?)(?:([a-z]+):)?("(?:[^"]|"")*|[^\s"]\S*|)$/i.exec(filter);
  if (!last) return [];
  const [all, minus = '', name, rest = ''] = last;
  const before = filter.slice(0, filter.length - all.trimStart().length) + minus;
  const typed = unquote(rest).toLowerCase();
  if (name === undefined) {
    return hints()
      .filter(([each]) => each.startsWith(typed))
      .map(([each, hint]) => ({ word: `${each}:`, hint, filter: `${before}${each}:` }));
  }
  const hint = hints().find(([each]) => each === name.toLowerCase())?.[1] ?? '';
  return [...new Set(valuesOf(name.toLowerCase(), knowledge))]
    .filter((value) => value !== '' && value.toLowerCase().includes(typed))
    .toSorted(new Intl.Collator(undefined, { numeric: true }).compare)
    .slice(0, mostWords)
    .map((value) => {
      const word = `${name}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value}`;
      return { word, hint, filter: `${before}${word} ` };
    });
}

function hints(): readonly (readonly [name: string, hint: string])[] {
  const kind = (id: Parameters<typeof findKind>[0]): string => t(findKind(id).names.one);
  return [
    ['tag', t('Tag')],
    ['state', t('State')],
    ['provider', t('Provider')],
    ['country', t('Country')],
    ['name', t('Name')],
    ['address', t('Address')],
    ['id', t('ID')],
    ['update', t('Updates')],
    ['php', t('PHP version')],
    ['app', kind('webApplication')],
    ['domain', kind('domain')],
    ['key', kind('sshKey')],
    ['user', kind('systemUser')],
    ['job', t('Job')],
    ['disk', t('Disk')],
    ['memory', t('Memory')],
    ['ssl', t('Certificate')],
  ];
}

const fixedValues: Readonly<Record<string, readonly string[]>> = {
  update: ['off', 'security', 'software'],
  disk: ['>80%', '>90%'],
  memory: ['>80%', '>90%'],
  ssl: ['expired', 'failed', '14d', '30d'],
};

function valuesOf(name: string, knowledge: Knowledge): readonly string[] {
  const fixed = Object.hasOwn(fixedValues, name) ? fixedValues[name] : undefined;
  const part = partOfWord(name);
  if (fixed) return fixed;
  if (!part) {
    const facet = (name === 'tag' ? 'tags' : name) as FacetName;
    return knowledge.servers.flatMap(
      ({ reference, resource }) => facetsOf(resource, presentIn(reference, resource))[facet] ?? [],
    );
  }
  const known = partsOfServers(knowledge, [part], 0, new Fingerprints());
  return [...known.values()].flatMap((parts) =>
    (parts[part]?.items ?? []).map((item) => (name === 'php' ? (item.php ?? '') : item.name)),
  );
}
