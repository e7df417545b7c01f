import type { ActionContext } from '../action';
import { asResource, type ChoiceField, type Target } from '../field';
import { ApiError } from '../../../api/errors';
import type { Translate } from '../../../shared/translate';

/** A choice of how to change a setting, which may be left as it is: then it is not sent. */
export function orLeave(field: ChoiceField, t: Translate): ChoiceField {
  return {
    ...field,
    isOptional: true,
    options: async (context, target, signal) => {
      const [options, now] = await Promise.all([
        field.options(context, target, signal),
        readMember(context, target, field.name, signal),
      ]);
      const current = options.find(({ value }) => value === now)?.label ?? toText(now);
      return [
        {
          label: t('Leave as it is'),
          description: current ?? t('the service does not tell how it is'),
        },
        ...options.filter(({ value }) => value !== now),
      ];
    },
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A setting as it is now; nothing where the service does not tell. */
async function readMember(
  { client }: ActionContext,
  target: Target,
  name: string,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return (await client.read(asResource(target), { signal }))[name];
  } catch (error) {
    // A setting can be changed where it can't be read: reads are merely observed.
    if (error instanceof ApiError && error.reason === 'unsupported') return undefined;
    throw error;
  }
}
