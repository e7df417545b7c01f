import { isInReference } from '../../api/contract/endpoint';
import { creations } from '../creations/creations';
import { type Creation, type CreationVariant, settingsIn } from '../creations/creation';
import { examplesOf } from '../../api/contract/fields';
import type * as z from 'zod/mini';
import type { KindId, ResourceKind } from '../../resources/kinds/kinds';
import { t } from '../../base/l10n';

/** Fields that mean the same in every kind. */
export const commonTexts = {
  id: 'ID on the service.',
  created_at: 'Created.',
  updated_at: 'Last changed.',
  status: 'Installation state.',
  branch: 'Deployed branch.',
  latestDeployment: 'Latest deployment.',
  apiKey: 'Cache key. Never shown here.',
  apiSecret: 'Cache secret. Never shown here.',
  pullKey1: 'Key. Never shown here.',
  pullKey2: 'Key. Never shown here.',
};

export function describeField(
  { id, fieldTexts }: ResourceKind,
  path: readonly string[],
): string | undefined {
  const texts: Readonly<Record<string, string>> = { ...commonTexts, ...fieldTexts };
  const name = path.at(-1) ?? '';
  const meaning = texts[path.join('.')] ?? texts[name];
  return meaning === undefined ? describeQuestion(id, name) : t(meaning);
}

/** Whether the reference says what a kind's fields are, or they were only observed. */
export function sourceOf({ id, operations }: ResourceKind): string {
  const { list, read, writesById = [] } = operations;
  const endpoints = [list, read, ...writesById, creations[id]?.endpoint];
  return endpoints.some(isInReference) ? t('documented') : t('observed');
}

/** What a form asks for, with known values, the usual one of a setting, and a variant's name. */
function describeQuestion(kind: KindId, name: string): string | undefined {
  const usual = creations[kind];
  const all: readonly (Creation & Partial<CreationVariant>)[] = usual
    ? [usual, ...(usual.variants ?? [])]
    : [];
  for (const creation of all) {
    const setting = settingsIn(creation).find((each) => each.name === name);
    const asked = setting ?? creation.fields().find((each) => each.name === name);
    if (!asked) continue;
    const { shape } = creation.endpoint.body as { shape?: Record<string, z.ZodMiniType> };
    const known = shape?.[name] ? examplesOf(shape[name]).join(', ') : '';
    const question = [asked.prompt.replace(/\?$/, ''), known].filter(Boolean).join(': ');
    if (setting?.start) return t('{0}; usually {1}.', question, JSON.stringify(setting.start));
    return creation.name ? `${question} (${creation.name()}).` : `${question}.`;
  }
  return undefined;
}
