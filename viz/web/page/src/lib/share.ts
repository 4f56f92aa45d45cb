/** Documents in the address: JSON, deflated, in base64 without signs that an address would escape. */

import { framesOf, type Frames } from "./frames";
import { lookOf, USUAL } from "./look";
import { isModelFile } from "./model";
import type { Look, ModelFile, Places } from "./types";

export interface Shared {
  model: ModelFile;
  places: Places | null;
  name: string;
  formula: string;
  look: Look;
  frames: Frames;
}

/** The document of a link, if it is one. */
export async function shared(text: string): Promise<Shared> {
  const data = (await unpacked(text)) as Partial<Shared> | null;
  if (!isModelFile(data?.model)) throw new Error("expected a model with worlds and relations, or a symbolic one");
  const [look, frames] = [lookOf(data.look), framesOf(data.frames)];
  return { model: data.model, places: data.places ?? null, name: String(data.name ?? ""), formula: String(data.formula ?? ""), look, frames };
}

/** A document for a link; the usual look, and frames that nobody chose, are left out. */
export async function packedDocument({ look, frames, ...rest }: Shared): Promise<string> {
  const isUsual = JSON.stringify(look) === JSON.stringify(USUAL);
  return packed({ ...rest, ...(isUsual ? {} : { look }), ...(Object.keys(frames).length ? { frames } : {}) });
}

export async function packed(data: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  const deflated = await through(bytes, new CompressionStream("deflate-raw"));
  return btoa(Array.from(deflated, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const MOST = 4_000_000;

export async function unpacked(text: string): Promise<unknown> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Error("it is damaged, or was cut: copy it again from its start to its end, or ask for it again");
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream as TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new RangeError(`the link holds more than ${MOST} bytes`);
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
