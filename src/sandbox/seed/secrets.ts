import { madeUpHash } from '../random';

/** A text that every made-up credential of the sandbox contains: a search for it finds any leak. */
export const secretSentinel = 'FAKE-SECRET';

/** A credential that is plainly none, the same one for the same name and id. */
export function fakeSecret(name: string, id: number): string {
  const tail = madeUpHash(`${name} ${id}`, 24);
  return `${name}-${id}-${secretSentinel}-${tail}`;
}
