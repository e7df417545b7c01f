import { MemoryValues } from '../explorerWorld';
import { openGuard } from '../openGuard';
import { withoutPauses } from '../withoutPauses';
import { Drafts } from '../../../src/documents/drafts/drafts';
import type { JsonValue } from '../../../src/base/json';

type Parts = ConstructorParameters<typeof Drafts>[0];

/** Does the work at once. */
export const plainly = {
  sending: <T>(work: (signal?: AbortSignal) => Promise<T>): Promise<T> => work(),
  looking: <T>(work: (signal?: AbortSignal) => Promise<T>): Promise<T> => work(),
};

/** Drafts of a person who agrees to create, but not to repeat, and types these secrets. */
export function openDrafts(
  client: Parts['client'] & Parts['context']['client'],
  store: Partial<Parts['context']['store']>,
  {
    guard = openGuard,
    storage = new MemoryValues(),
    secrets = {},
    ...person
  }: Partial<Pick<Parts, 'guard' | 'storage'> & Omit<Parts['person'], 'secrets'>> & {
    readonly secrets?: Readonly<Record<string, JsonValue>> | Parts['person']['secrets'];
  } = {},
): Drafts {
  return new Drafts({
    client,
    clock: withoutPauses,
    guard,
    storage,
    context: {
      client,
      store: {
        forget: () => undefined,
        peek: () => undefined,
        find: () => undefined,
        list: () => Promise.reject(new Error('not in use')),
        all: () => Promise.reject(new Error('not in use')),
        ...store,
      },
      prompts: { warn: () => undefined },
      mayRepeatWrites: false,
    },
    person: {
      mayCreate: () => Promise.resolve(true),
      mayRepeat: () => Promise.resolve(false),
      secrets:
        typeof secrets === 'function'
          ? secrets
          : (_kind, fields) =>
              Promise.resolve(
                fields.map(({ name }) => ({
                  path: [name],
                  before: undefined,
                  after: secrets[name],
                })),
              ),
      ...person,
    },
  });
}
