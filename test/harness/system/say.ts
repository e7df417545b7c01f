/** Tells the person at the terminal what is going on; stdout stays for results. */
export function say(text: string): void {
  console.error(text);
}
