/** Called by VS Code; an extension can't do less. */
export function activate(): void {
  // Nothing.
}
