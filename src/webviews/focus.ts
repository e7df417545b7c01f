/**
 * Remembers what has the focus, and what is selected in it; returns what gives both to the element that
 * stands in its place once all were drawn anew.
 * @param instead what gets the focus where nothing stands there any more.
 */
export function keepFocus(instead?: (before: Element) => HTMLElement | null): () => void {
  const before = document.activeElement;
  return () => {
    if (!before || before.isConnected) return;
    const now = before.id ? document.getElementById(before.id) : null;
    now?.focus({ preventScroll: true });
    // What is hidden takes no focus.
    if (!now || document.activeElement !== now) instead?.(before)?.focus({ preventScroll: true });
    else if (before instanceof HTMLInputElement && now instanceof HTMLInputElement) {
      keepSelection(before, now);
    }
  };
}

function keepSelection(before: HTMLInputElement, now: HTMLInputElement): void {
  const { selectionStart, selectionEnd, selectionDirection } = before;
  // What holds no text, such as a switch, has no selection and takes none.
  if (selectionStart === null) return;
  now.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
}
