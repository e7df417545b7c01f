import type { SecretMember } from '../../resources/drafts/creations';
import { findKind } from '../../resources/kinds/kinds';
import type { KindId } from '../../resources/kinds/kind';
import type { JsonObject } from '../../shared/json';
import { askPassword } from '../actions/input/askPassword';
import { t } from '../l10n';

/** Asks for the secrets that creating a resource needs; nothing where the person gave up. */
export async function askSecrets(
  kind: KindId,
  secrets: readonly SecretMember[],
): Promise<JsonObject | undefined> {
  const answers: JsonObject = {};
  for (const { name, isOptional, isGenerated } of secrets) {
    const prompt = isOptional
      ? t('Secret "{0}", or leave it empty for none. It is sent and kept nowhere.', name)
      : t('Secret "{0}". It is sent and kept nowhere.', name);
    // One is asked after the other.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await askPassword(
      {
        type: 'secret',
        name,
        prompt,
        isGenerated,
        validate: (text) => (text === '' && !isOptional ? t('Type something.') : undefined),
      },
      { title: t('Create: {0}', t(findKind(kind).names.one)), step: 1, totalSteps: secrets.length },
    );
    if (outcome.type !== 'next') return undefined;
    if (outcome.state !== '') answers[name] = outcome.state;
  }
  return answers;
}
