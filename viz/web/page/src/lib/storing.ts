/** The browser's storage, which is small: of a long history the oldest moments are dropped until the rest fits. */

interface Document {
  moments: { id: number }[];
  now: number;
}

/** Store the document; false if not even its present moment fits. */
export function storeFitting(key: string, document: Document, storage: Pick<Storage, "setItem"> = localStorage): boolean {
  for (let { moments } = document; ; moments = halved(moments, document.now)) {
    try {
      storage.setItem(key, JSON.stringify({ ...document, moments }));
      return true;
    } catch {
      if (moments.length === 1) return false;
    }
  }
}

function halved<T extends { id: number }>(moments: T[], now: number): T[] {
  const others = moments.filter((each) => each.id !== now);
  const kept = others.slice(Math.ceil(others.length / 2));
  return moments.filter((each) => each.id === now || kept.includes(each));
}
