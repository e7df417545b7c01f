import type { Mutant } from './findMutants';

/** The name of the function that says whether a mutant is switched on. */
export const switchName = 'isMutant';

interface Place {
  readonly start: number;
  readonly end: number;
  readonly mutants: readonly Mutant[];
}

/** Adds all mutants to the code; `isMutant(id)` decides at run time which of them applies. */
export function withMutants(text: string, mutants: readonly Mutant[]): string {
  const places = new Map<string, Place>();
  for (const mutant of mutants) {
    const { start, end, isStatement } = mutant;
    const key = `${start}-${end}-${isStatement}`;
    const others = places.get(key)?.mutants ?? [];
    places.set(key, { start, end, mutants: [...others, mutant] });
  }
  const outermostFirst = [...places.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  return write(text, 0, text.length, outermostFirst);
}

/** The text from `start` to `end` with the places within it. */
function write(text: string, start: number, end: number, places: readonly Place[]): string {
  let written = '';
  let at = start;
  for (const [index, place] of places.entries()) {
    if (place.start < at) continue;
    written += text.slice(at, place.start);
    const inner = places
      .slice(index + 1)
      .filter((each) => each.end <= place.end && each.start >= place.start);
    written += choose(place, write(text, place.start, place.end, inner));
    at = place.end;
  }
  return written + text.slice(at, end);
}

function choose({ mutants }: Place, original: string): string {
  const [{ id, isStatement } = { id: 0, isStatement: false }] = mutants;
  // In its own braces, because an `else` may follow.
  if (isStatement) return `{ if (!${switchName}(${id})) { ${original} } }`;
  const choices = mutants.map((each) => `${switchName}(${each.id}) ? (${each.after}) : `);
  return `(${choices.join('')}(${original}))`;
}
