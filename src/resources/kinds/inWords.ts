import { t } from '../../base/l10n';

export function join(texts: readonly (string | null | undefined)[], between = ' · '): string {
  return texts.filter(Boolean).join(between);
}

/** "Yes" or "no", translated; empty if the service didn't return the value. */
export function yesOrNo(value: boolean | null | undefined): string {
  if (typeof value !== 'boolean') return '';
  return value ? t('yes') : t('no');
}

export function onlyItsPassword(): string {
  return t('Read-only: only the password can be changed, with Change Password.');
}
