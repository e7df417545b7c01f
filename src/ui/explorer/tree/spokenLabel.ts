/** The name for screen readers, then each fact once. */
export function spokenLabel(name: string, ...facts: readonly (string | undefined)[]): string {
  return [name, ...factsOnce(...facts)].join(', ');
}

/** The distinct facts in these texts. */
export function factsOnce(...texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.split(/ · |, /) ?? []).filter(Boolean))];
}
