import type { Translate } from '../../base/translate';

type AnsweredFields = string | null | undefined;

/** Joins the texts that the service returned. */
export function join(texts: readonly AnsweredFields[], between = ' · '): string {
  return texts.filter(Boolean).join(between);
}

/** "Yes" or "no", translated; empty if the service didn't return the value. */
export function yesOrNo(value: boolean | null | undefined, t: Translate): string {
  if (typeof value !== 'boolean') return '';
  return value ? t('yes') : t('no');
}
