/**
 * Remembers what has the focus, and what is selected in it; returns what gives both to the element that
 * stands in its place once all were drawn anew.
 */
export function keepFocus(): () => void {
  const before = document.activeElement;
  return () => {
    if (!before?.id || before.isConnected) return;
    const now = document.getElementById(before.id);
    now?.focus({ preventScroll: true });
    if (!(before instanceof HTMLInputElement && now instanceof HTMLInputElement)) return;
    const { selectionStart, selectionEnd, selectionDirection } = before;
    // What holds no text, such as a switch, has no selection and takes none.
    if (selectionStart === null) return;
    now.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
  };
}
