/** Scroll a box as little as shows all of an item in it; unlike `scrollIntoView`, this never moves the page. */
export function reveal(box: Element, item: Element | null): void {
  if (!item) return;
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  box.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
  box.scrollTop += Math.max(0, inner.bottom - outer.bottom) + Math.min(0, inner.top - outer.top);
}
