import type { Translate } from '../../base/translate';
import type { KindId } from '../../resources/kinds/kinds';

/** Fields that only have a meaning with one value of another field in the same object. */
interface Condition {
  readonly fields: readonly string[];
  readonly only: { readonly field: string; readonly value: string };
  readonly message: (t: Translate) => string;
}

const spareServers: Condition = {
  fields: [
    'processManagerStartServers',
    'processManagerMinSpareServers',
    'processManagerMaxSpareServers',
  ],
  only: { field: 'processManager', value: 'dynamic' },
  message: (t) => t('Only used with the process manager dynamic.'),
};

/** By the dotted path of the object; empty for the document or draft itself. */
const conditions: Readonly<Partial<Record<KindId, Readonly<Record<string, Condition>>>>> = {
  webApplication: { '': spareServers, settings: spareServers },
};

/** What the schema of an object says about fields that depend on others. */
export function conditionOf(
  kind: KindId,
  path: readonly string[],
  t: Translate,
): Readonly<Record<string, unknown>> {
  const condition = conditions[kind]?.[path.join('.')];
  if (!condition) return {};
  const { fields, only, message } = condition;
  const unused = { not: {}, errorMessage: message(t), doNotSuggest: true };
  return {
    if: { properties: { [only.field]: { pattern: `^${only.value}$` } } },
    else: { properties: Object.fromEntries(fields.map((name) => [name, unused])) },
  };
}
