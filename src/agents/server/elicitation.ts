import type { Question } from '../agent';
import { isRecord } from './message';

/** The request that makes a client ask the person. */
export const elicitMethod = 'elicitation/create';

/** Whether a client can show a form to the person, rather than only open a page. */
export function canElicit({ elicitation }: Readonly<Record<string, unknown>>): boolean {
  return (
    isRecord(elicitation) && (elicitation['form'] !== undefined || elicitation['url'] === undefined)
  );
}

/** A form with one unchecked box, which a client that answers for the person leaves unchecked. */
export function toElicitation({ message, allow }: Question): object {
  const properties = { allow: { type: 'boolean', title: allow } };
  return { message, requestedSchema: { type: 'object', properties, required: ['allow'] } };
}

/** The person's answer in a form; undefined if there's none. */
export function readForm(result: unknown): boolean | undefined {
  if (!isRecord(result) || typeof result['action'] !== 'string') return undefined;
  const { action, content } = result;
  return action === 'accept' && isRecord(content) && content['allow'] === true;
}
