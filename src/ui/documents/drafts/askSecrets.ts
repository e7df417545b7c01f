import type { SecretField } from '../../../base/questions';
import { type KindId, findKind } from '../../../resources/kinds/kinds';
import type { RemovedSecret } from '../../../documents/drafts/typedSecrets';
import { toPlain } from '../../../base/foreignText';
import type { Change } from '../../../base/patch';
import { askForm } from '../../prompts/askForm';
import { required } from '../../../documents/creations/fields';
import { t } from '../../../base/l10n';

/** Prefills secrets that were removed from its text. Undefined if the person cancelled. */
export async function askSecrets(
  kind: KindId,
  secrets: readonly SecretField[],
  taken: readonly RemovedSecret[],
): Promise<readonly Change[] | undefined> {
  const questions = toQuestions(secrets, taken);
  const values = await askForm({
    title: t('Create: {0}', t(findKind(kind).names.one)),
    fields: questions.map(({ field }) => field),
    from: [],
    given: {},
    savedAnswers: new Map(questions.map(({ field, value }) => [field, { typed: value }])),
  });
  return (
    values &&
    questions.flatMap(({ path, field }) => {
      const after = values[field.name];
      return after === undefined ? [] : [{ path, before: undefined, after }];
    })
  );
}

interface SecretQuestion {
  readonly path: readonly string[];
  readonly value: string | undefined;
  readonly field: SecretField;
}

function toQuestions(
  secrets: readonly SecretField[],
  taken: readonly RemovedSecret[],
): readonly SecretQuestion[] {
  const isKnown = ({ path }: RemovedSecret): boolean =>
    path.length === 1 && secrets.some(({ name }) => name === path[0]);
  return [
    ...secrets.map((field) => {
      const own = taken.find(({ path }) => path.length === 1 && path[0] === field.name);
      return { path: [field.name], value: own?.value, field: toQuestion(field) };
    }),
    ...taken
      .filter((each) => !isKnown(each))
      .map(({ path, value }) => {
        const name = path.join('.');
        return { path, value, field: toQuestion({ name, isOptional: true, isGenerated: false }) };
      }),
  ];
}

function toQuestion({
  name,
  isGenerated,
  isOptional = false,
}: Pick<SecretField, 'name' | 'isGenerated' | 'isOptional'>): SecretField {
  return {
    type: 'secret',
    name,
    isGenerated,
    isOptional,
    prompt: isOptional
      ? t('Secret for "{0}" (optional). Sent once, never stored.', toPlain(name))
      : t('Secret for "{0}". Sent once, never stored.', toPlain(name)),
    ...(isOptional ? {} : { validate: required }),
  };
}
