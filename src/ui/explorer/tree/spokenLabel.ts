export function spokenLabel(name: string, ...facts: readonly (string | undefined)[]): string {
  return [name, ...distinctFacts(...facts)].join(', ');
}

export function distinctFacts(...texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.split(/ · |, /) ?? []).filter(Boolean))];
}
