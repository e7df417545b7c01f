/** The result restores it on the replacement after a redraw, or else focuses `instead`. */
export function keepFocus(instead?: (before: Element) => HTMLElement | null): () => void {
  const before = document.activeElement;
  return () => {
    if (!before || before.isConnected) return;
    const now = before.id ? document.getElementById(before.id) : null;
    now?.focus({ preventScroll: true });
    // Hidden elements can't take focus.
    if (!now || document.activeElement !== now) instead?.(before)?.focus({ preventScroll: true });
    else if (before instanceof HTMLInputElement && now instanceof HTMLInputElement) {
      keepSelection(before, now);
    }
  };
}

/** A button of the same row of a table, after a redraw that left out the focused one. */
export function findInSameRow(before: Element, root: ParentNode): HTMLElement | null {
  const id = before.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (id === undefined) return null;
  const rows = [...root.querySelectorAll<HTMLElement>('[data-row]')];
  return rows.find(({ dataset }) => dataset['row'] === id)?.querySelector('button') ?? null;
}

function keepSelection(before: HTMLInputElement, now: HTMLInputElement): void {
  const { selectionStart, selectionEnd, selectionDirection } = before;
  // Elements without text, such as checkboxes, have no selection.
  if (selectionStart === null) return;
  now.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
}
