import type { Prompts } from './prompts';
import { describePlace, nameNew, type PlaceContext } from './question';
import { isProduction } from '../../accounts/environments';
import { findKind } from '../../resources/kinds/kinds';
import type { CollectionReference } from '../../resources/reference';
import { toPlain } from '../../base/foreignText';
import type { JsonObject } from '../../base/json';
import { t } from '../../base/l10n';

type Confirm = Pick<Prompts, 'confirm'>;
type Asking = PlaceContext & {
  readonly prompts: Confirm;
};

/** Asks whether to create something; only in production accounts. */
export async function askBeforeCreating(
  context: Asking,
  collection: CollectionReference,
  content: JsonObject,
): Promise<boolean> {
  const { prompts, sessions } = context;
  const account = await sessions.account(collection.account);
  if (!account || !isProduction(account)) return true;
  const name = nameNew(content);
  const one = t(findKind(collection.kind).names.one);
  return prompts.confirm({
    message: name ? t('Create {0} "{1}"?', one, toPlain(name)) : t('Create {0}?', one),
    detail: (await describePlace(context, [collection])).lines.join('\n'),
    button: t('Create'),
    typed: undefined,
  });
}

export async function askBeforeRepeating(
  context: Asking,
  collection: CollectionReference,
): Promise<boolean> {
  const { prompts } = context;
  const one = t(findKind(collection.kind).names.one);
  const risk = t(
    "An earlier attempt got no answer, and it's unknown whether it succeeded. You may end up with two.",
  );
  return prompts.confirm({
    message: t('Create {0} again?', one),
    detail: [risk, ...(await describePlace(context, [collection])).lines].join('\n'),
    button: t('Create Again'),
    typed: undefined,
  });
}

export function askBeforeDiscarding({ confirm }: Confirm): Promise<boolean> {
  return confirm({
    message: t('Discard this draft?'),
    detail: '',
    button: t('Discard'),
    typed: undefined,
  });
}
