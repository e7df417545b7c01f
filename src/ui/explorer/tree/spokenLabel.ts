/** The name for screen readers, then each fact once. */
export function spokenLabel(name: string, ...facts: readonly (string | undefined)[]): string {
  return [name, ...distinctFacts(...facts)].join(', ');
}

/** The distinct facts in these texts. */
export function distinctFacts(...texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.split(/ · |, /) ?? []).filter(Boolean))];
}
