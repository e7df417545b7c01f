import { oddFieldsOf } from '../api/lenient';
import { isObject, type JsonValue } from '../base/json';
import { foreign, type ForeignText, toPlain } from '../base/foreignText';
import { maskCredentials, maskForms } from '../documents/maskCredentials';
import type { Resource } from '../resources/kinds/kind';
import { t } from '../base/l10n';

export function describeOddFields(resource: Resource | undefined): string {
  const names = oddFieldsOf(resource ?? {}).map(({ path }) => path.join('.'));
  return names.length === 0 ? '' : t('Unexpected: {0}', toPlain(names.join(', ')));
}

export function listOddFields(
  resource: Resource | undefined,
): readonly (readonly [name: string, value: ForeignText])[] {
  return oddFieldsOf(resource ?? {}).map(({ path, value }) => {
    const [name = ''] = path.slice(-1);
    const masked = maskForms(maskCredentials({ [name]: value as JsonValue }));
    const shown = isObject(masked) ? masked[name] : masked;
    return [t('Unexpected: {0}', toPlain(path.join('.'))), foreign(JSON.stringify(shown))] as const;
  });
}
