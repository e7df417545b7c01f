import type { KnownChoice, Option } from '../../../base/questions';
import { nameConstant } from '../../../resources/names/constants';
import type { ChoiceField, FieldContext } from '../../../documents/creations/field';
import { asResource, type Target } from '../../../resources/reference';
import type { Resource } from '../../../resources/kinds/kind';
import { ApiError } from '../../../api/errors';
import { t } from '../../../base/l10n';

export type ReadCurrent = (
  context: FieldContext,
  target: Target,
  signal: AbortSignal,
) => Promise<Resource>;

/** A setting to change, with the choice to leave it unchanged, in which case it isn't sent. */
export function orLeave(field: KnownChoice, read: ReadCurrent = readTarget): ChoiceField {
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
    options: async (context, target, signal) =>
      withCurrent(await readMember(() => read(context, target, signal), field.name)),
  };
}

function toFieldText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

const readTarget: ReadCurrent = ({ client }, target, signal) =>
  client.read(asResource(target), { signal });

async function readMember(read: () => Promise<Resource>, name: string): Promise<unknown> {
  try {
    return (await read())[name];
  } catch (error) {
    // A setting can be changed even if it can't be read: reads are only observed.
    if (error instanceof ApiError && error.reason === 'unsupported') return undefined;
    throw error;
  }
}
