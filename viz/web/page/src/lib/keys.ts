/** Keys that the whole page hears. */

/** Whether a key goes into a field, also into one of a notebook, or of a shadow tree in it. */
export function isTyping(event: KeyboardEvent): boolean {
  const at = event.composedPath()[0];
  return at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea, select"));
}

/** Ctrl+Z and Ctrl+Shift+Z, unless a field has undone what is typed there. */
export function undoByKeys(event: KeyboardEvent, undo: () => void, redo: () => void): void {
  if (isTyping(event) || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  (event.shiftKey ? redo : undo)();
}
