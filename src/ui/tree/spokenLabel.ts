/** What a screen reader says for a row: its name, then each fact once. */
export function spokenLabel(name: string, ...facts: readonly (string | undefined)[]): string {
  const said = facts.flatMap((fact) => fact?.split(/ · |, /) ?? []).filter(Boolean);
  return [name, ...new Set(said)].join(', ');
}
