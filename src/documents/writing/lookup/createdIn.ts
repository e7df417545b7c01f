import { isObject } from '../../../base/json';
import type { Resource } from '../../../resources/kinds/kind';

/** The created resource in an answer: the answer itself, or the newest one if it lists all. */
export function createdIn(answer: unknown): Resource | undefined {
  if (Array.isArray(answer)) return newestOf(answer.filter(isObject));
  if (!isObject(answer)) return undefined;
  const { id } = answer;
  return typeof id === 'number' || typeof id === 'string' ? answer : undefined;
}

function newestOf(items: readonly Resource[]): Resource | undefined {
  return items
    .map((item) => ({ ...item, id: Number(item['id']) }))
    .filter(({ id }) => Number.isFinite(id))
    .toSorted((a, b) => b.id - a.id)[0];
}
