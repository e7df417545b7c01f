import type { Prompts } from './prompts';
import type { Account } from '../../accounts/account';
import { type KindId, findKind } from '../../resources/kinds/kinds';
import { toPlain } from '../../base/foreignText';
import type { JsonObject } from '../../base/json';
import type { Translate } from '../../base/translate';

type Confirm = Pick<Prompts, 'confirm'>;

/** Asks whether to create something; only in production accounts. */
export async function askBeforeCreating(
  { confirm }: Confirm,
  account: Pick<Account, 'label' | 'environment' | 'isSandbox'> | undefined,
  kind: KindId,
  content: JsonObject,
  t: Translate,
): Promise<boolean> {
  if (account?.environment !== 'production' || account.isSandbox) return true;
  const name = [content['name'], content['label'], content['username']].find(
    (each) => typeof each === 'string' && each !== '',
  );
  const one = t(findKind(kind).names.one);
  return confirm({
    message: name ? t('Create {0} "{1}"?', one, toPlain(name)) : t('Create {0}?', one),
    detail: t('Account: {0}', toPlain(account.label)),
    button: t('Create'),
    typed: undefined,
  });
}

/** Asks whether to create something that may already exist. */
export function askBeforeRepeating(
  { confirm }: Confirm,
  kind: KindId,
  t: Translate,
): Promise<boolean> {
  const one = t(findKind(kind).names.one);
  return confirm({
    message: t('Create {0} again?', one),
    detail: t(
      "An earlier attempt got no answer, and it's unknown whether it succeeded. You may end up with two.",
    ),
    button: t('Create Again'),
    typed: undefined,
  });
}

/** Asks whether to discard what was typed. */
export function askBeforeDiscarding({ confirm }: Confirm, t: Translate): Promise<boolean> {
  return confirm({
    message: t('Discard this draft?'),
    detail: '',
    button: t('Discard'),
    typed: undefined,
  });
}
