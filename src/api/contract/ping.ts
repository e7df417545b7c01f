import { defineRead } from './endpoint';
import { message } from './fields';

/** Checks the credentials; the message is `pong` on success (API §4 endpoint 1, §5 rule 4). */
export const ping = defineRead('ping', '/ping', message, {
  versions: { v3: 'documented', v2: 'documented' },
});

export function isPong(text: unknown): boolean {
  return typeof text === 'string' && /^\W*pong\W*$/i.test(text);
}
