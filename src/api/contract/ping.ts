import { defineEndpoint } from './endpoint';
import { message } from './fields';

/** Checks the credentials; the message is `pong` on success (API §4 endpoint 1, §5 rule 4). */
export const ping = defineEndpoint({
  id: 'ping',
  method: 'GET',
  path: '/ping',
  versions: { v3: 'documented', v2: 'documented' },
  answer: message,
});

export function isPong(text: unknown): boolean {
  return typeof text === 'string' && /^\W*pong\W*$/i.test(text);
}
