import type { SecretField } from '../../../base/questions';
import { type KindId, findKind } from '../../../resources/kinds/kinds';
import type { RemovedSecret } from '../../../documents/drafts/typedSecrets';
import { toPlain } from '../../../base/foreignText';
import type { Change } from '../../../base/json';
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

function toQuestions(secrets: readonly SecretField[], taken: readonly RemovedSecret[]) {
  const isOf = ({ path }: RemovedSecret, { name }: SecretField): boolean =>
    path.length === 1 && path[0] === name;
  const own = secrets.map((field) => {
    const value = taken.find((each) => isOf(each, field))?.value;
    const question = toQuestion(field.name, field.isGenerated, field.isOptional);
    return { path: [field.name], value, field: question };
  });
  const others = taken
    .filter((each) => !secrets.some((field) => isOf(each, field)))
    .map(({ path, value }) => ({ path, value, field: toQuestion(path.join('.'), false, true) }));
  return [...own, ...others];
}

function toQuestion(name: string, isGenerated: boolean, isOptional = false): SecretField {
  const prompt = isOptional
    ? t('Secret for "{0}" (optional). Sent once, never stored.', toPlain(name))
    : t('Secret for "{0}". Sent once, never stored.', toPlain(name));
  const validation = isOptional ? {} : { validate: required };
  return { type: 'secret', name, isGenerated, isOptional, prompt, ...validation };
}
