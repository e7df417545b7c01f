/** Reports progress to the person at the terminal on stderr; stdout is for results. */
export function say(text: string): void {
  console.error(text);
}
