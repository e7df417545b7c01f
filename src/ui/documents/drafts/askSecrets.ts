import type { SecretField } from '../../../documents/creations/field';
import { type KindId, findKind } from '../../../resources/kinds/kinds';
import type { RemovedSecret } from '../../../documents/drafts/typedSecrets';
import { toPlain } from '../../../base/foreignText';
import type { Change } from '../../../base/patch';
import { askPassword } from '../../prompts/askPassword';
import { t } from '../../../base/l10n';

/**
 * Asks for the secrets needed to create a resource, and for those removed from its text, which are
 * prefilled; undefined if the person cancelled.
 */
export async function askSecrets(
  kind: KindId,
  secrets: readonly SecretField[],
  taken: readonly RemovedSecret[],
): Promise<readonly Change[] | undefined> {
  const answers: Change[] = [];
  const questions = toQuestions(secrets, taken);
  for (const [index, { path, value, isOptional = false, ...field }] of questions.entries()) {
    const name = path.join('.');
    const prompt = isOptional
      ? t('Secret for "{0}" (optional). Sent once, never stored.', toPlain(name))
      : t('Secret for "{0}". Sent once, never stored.', toPlain(name));
    const outcome = await askPassword(
      {
        ...field,
        name,
        prompt,
        validate: (text) => (text === '' && !isOptional ? t('Enter a value.') : undefined),
      },
      {
        title: t('Create: {0}', t(findKind(kind).names.one)),
        step: 1 + index,
        totalSteps: questions.length,
      },
      { typed: value },
    );
    if (outcome.type !== 'next') return undefined;
    if (outcome.state !== '') answers.push({ path, before: undefined, after: outcome.state });
  }
  return answers;
}

interface SecretQuestion extends Omit<SecretField, 'name' | 'prompt'> {
  readonly path: readonly string[];
  readonly value: string | undefined;
}

function toQuestions(
  secrets: readonly SecretField[],
  taken: readonly RemovedSecret[],
): readonly SecretQuestion[] {
  const isKnown = ({ path }: RemovedSecret): boolean =>
    path.length === 1 && secrets.some(({ name }) => name === path[0]);
  return [
    ...secrets.map(({ name, prompt: _prompt, ...field }) => {
      const own = taken.find(({ path }) => path.length === 1 && path[0] === name);
      return { ...field, path: [name], value: own?.value };
    }),
    ...taken
      .filter((each) => !isKnown(each))
      .map((each) => ({ ...each, type: 'secret' as const, isOptional: true, isGenerated: false })),
  ];
}
