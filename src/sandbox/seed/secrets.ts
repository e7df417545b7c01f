import { madeUpHash } from '../random';

/** A text in every fake credential of the sandbox, so that a search for it finds any leak. */
export const secretSentinel = 'FAKE-SECRET';

/** An obviously fake credential, the same for the same name and id. */
export function fakeSecret(name: string, id: number): string {
  const tail = madeUpHash(`${name} ${id}`, 24);
  return `${name}-${id}-${secretSentinel}-${tail}`;
}
