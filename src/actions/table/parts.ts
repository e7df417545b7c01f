import type { Values, KnownChoice, Option, SwitchOption } from '../../base/questions';
import type { Creation } from '../../documents/creations/creation';
import { creations } from '../../documents/creations/creations';
import { findNameField } from '../../documents/writing/judge';
import { findKind, type KindId } from '../../resources/kinds/kinds';
import { type Action, type ActionConfirmation, onResource } from '../action';
import type { ActionCommand } from '../commands';
import { t } from '../../base/l10n';
import type { Endpoint } from '../../api/contract/endpoint';
import { nameConstant } from '../../resources/names/constants';
import type { ChoiceField, SwitchesField } from '../../documents/creations/fields';
import { asResource } from '../../resources/reference';
import type { Resource } from '../../resources/kinds/kind';
import { ApiError } from '../../api/errors';
import { findOwnName } from '../subject';

export function creation(command: ActionCommand, kind: KindId, more: Partial<Action> = {}): Action {
  const { toBody, fields, reads = [], endpoint } = { ...creationOf(kind), ...more };
  const { names, variable } = findKind(kind);
  return {
    command,
    kind,
    // If a parent has exactly one of a kind, it is created on the parent's row.
    level: variable ? 'collection' : 'resource',
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
function atSentenceStart(kind: KindId): string {
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

export function deletion(
  kind: KindId,
  endpoint: Endpoint,
  more: Partial<Action> &
    Partial<Pick<ActionConfirmation, 'question' | 'detail' | 'isDestructive'>> = {},
): Action {
  const { names, variable } = findKind(kind);
  const one = (): string => t(names.one);
  const {
    question = (name: string) => {
      // A resource without a name of its own is referred to by its kind.
      const isCalledByKind = name.startsWith(one());
      return isCalledByKind ? t('Delete "{0}"?', name) : t('Delete {0} "{1}"?', one(), name);
    },
    detail = () => t("This can't be undone."),
    isDestructive = true,
    ...rest
  } = more;
  const isOnly = variable === undefined;
  return onResource('serverManagement.delete', kind, endpoint, {
    confirmation: {
      question,
      detail,
      button: () => t('Delete'),
      isDestructive,
    },
    progressTitle: (what) =>
      isOnly ? t('Deleting {0} of {1}', one(), what) : t('Deleting {0}', what),
    done: (what) =>
      isOnly ? t('{0} of {1} deleted.', atSentenceStart(kind), what) : t('{0} deleted.', what),
    verb: 'deleted',
    effect: 'collection',
    ...rest,
  });
}

/** A setting to change, with the choice to leave it unchanged, in which case it isn't sent. */
export function orLeave(
  field: KnownChoice,
  currentIn: (target: Resource) => Resource = (target) => target,
): ChoiceField {
  const options = field.options();
  const withCurrent = (now?: unknown): readonly Option[] => {
    const current =
      options.find(({ value }) => value === now)?.label ?? toFieldText(nameConstant(now));
    return [
      { label: t('Leave unchanged'), description: current ?? t('state unknown') },
      ...options.filter(({ value }) => value !== now),
    ];
  };
  return {
    ...field,
    isOptional: true,
    unread: withCurrent,
    options: async ({ client }, target, signal) => {
      try {
        return withCurrent(
          currentIn(await client.read(asResource(target), { signal }))[field.name],
        );
      } catch (error) {
        // A setting can be changed even if it can't be read: reads are only observed.
        if (error instanceof ApiError && error.reason === 'unsupported') return withCurrent();
        throw error;
      }
    },
  };
}

function toFieldText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** One toggle if the state is known; otherwise separate questions to turn it on and off. */
export function toSwitches(
  each: Omit<SwitchOption, 'isOn'>,
  state: unknown,
): readonly SwitchOption[] {
  if (typeof state === 'boolean') return [{ ...each, isOn: state }];
  return [true, false].map((sets) => ({
    ...each,
    label: sets ? t('{0}: On', each.label) : t('{0}: Off', each.label),
    description: t('state unknown'),
    isOn: false,
    sets,
  }));
}

/** Flags of an action's target, which can be changed even if they can't be read. */
export function switchesOf(
  prompt: string,
  switches: readonly Omit<SwitchOption, 'isOn'>[],
  statesIn: (resource: Resource) => Readonly<Record<string, unknown>>,
): SwitchesField {
  const withStates = (states: Readonly<Record<string, unknown>>): readonly SwitchOption[] =>
    switches.flatMap((each) => toSwitches(each, states[each.name]));
  return {
    type: 'switches',
    prompt,
    unread: () => withStates({}),
    options: async ({ client }, target, signal) =>
      withStates(statesIn(await client.read(asResource(target), { signal }))),
  };
}

/** What a target has at most one of, and whose id, needed in paths, only a read returns. */
interface FoundById extends Pick<Action, 'reads' | 'suits'> {
  readonly variable: string;
  readonly idIn: (resource: Resource) => unknown;
  readonly missing: (name: string, resource: Resource) => string;
}

export function onFound({
  variable,
  idIn,
  missing,
  ...others
}: FoundById): Pick<Action, 'reads' | 'suits' | 'toCall'> {
  return {
    ...others,
    toCall: async (context, target, _values, signal) => {
      const found = await context.client.read(asResource(target), { signal });
      const id = idIn(found);
      if (typeof id !== 'number') throw new Error(missing(findOwnName(context, target), found));
      return { path: { [variable]: id } };
    },
  };
}
