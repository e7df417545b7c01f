import type { Values } from '../../../base/questions';
import type { Creation } from '../../../documents/creations/creation';
import { creations } from '../../../documents/creations/creations';
import { findNameField } from '../../../documents/writing/creationJob';
import { findKind, type KindId } from '../../../resources/kinds/kinds';
import type { Action } from '../../action';
import type { ActionCommand } from '../../commands';
import { t } from '../../../base/l10n';

export function creation(command: ActionCommand, kind: KindId, more: Partial<Action> = {}): Action {
  const { toBody, fields, reads = [], endpoint } = { ...creationOf(kind), ...more };
  const { names, variable } = findKind(kind);
  return {
    command,
    // If a parent has exactly one of a kind, it is created on the parent's row.
    place: variable ? { collection: kind } : { resource: kind },
    endpoint,
    fields,
    reads,
    creates: true,
    ...(toBody ? { toBody } : {}),
    progressTitle: () => t('Creating {0}', t(names.one)),
    done: (_what, values) => created(kind, values),
    failed: (values) => notCreated(kind, values),
    // Something that is already set up can't be set up again.
    ...(variable ? { verb: 'created' } : { suits: () => false }),
    effect: variable ? 'collection' : 'resource',
    ...more,
  };
}

function created(kind: KindId, values: Values): string {
  const what = atSentenceStart(kind);
  const name = nameIn(values);
  return name === undefined ? t('{0} created.', what) : t('{0} "{1}" created.', what, name);
}

function notCreated(kind: KindId, values: Values): string {
  const what = atSentenceStart(kind);
  const name = nameIn(values);
  return name === undefined
    ? t("{0} wasn't created.", what)
    : t('{0} "{1}" wasn\'t created.', what, name);
}

/** A kind's name at the start of a sentence: in English `Cron job`, but still `SSH key`. */
export function atSentenceStart(kind: KindId): string {
  const { names } = findKind(kind);
  const translated = t(names.one);
  // Only English has two forms; other languages translate the names that would change.
  return translated === names.one
    ? translated.replaceAll(/ [A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
    : translated;
}

function nameIn(values: Values): string | undefined {
  const name = values[findNameField(values) ?? ''];
  return typeof name === 'string' ? name : undefined;
}

function creationOf(kind: KindId): Creation {
  const found = creations[kind];
  if (!found) throw new TypeError(`A ${kind} cannot be created`);
  return found;
}
