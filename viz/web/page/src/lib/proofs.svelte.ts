/** The proofs of this browser: documents as models are, on a shelf of their own. */

import type { ModelDocument } from "./document.svelte";
import { Documents } from "./documents.svelte";
import { isProofFile, named, started, type ProofFile, type ProofLine } from "./proof";
import { route } from "./route.svelte";
import { packed, unpacked } from "./share";
import { IndexedShelf } from "./shelf";

export type ProofDocument = ModelDocument<ProofFile>;
export const proofs = new Documents<ProofFile>(new IndexedShelf<ProofFile>("whoknows-proofs"));

/** A new proof of a formula, which is stored with its first change. */
export function begin(file: Omit<ProofFile, "lines"> & { lines?: ProofLine[] }): void {
  const whole = { ...file, lines: file.lines ?? started(file.premises) };
  const document = proofs.create(whole, file.goal || "a proof");
  void document.save().then(() => route.go(`/proofs/${document.id}`));
}

/** The proof of an address: a stored one, or a copy of the one in a link, which begins with `+`; null if there is none. */
export async function find(name: string): Promise<ProofDocument | null> {
  if (!name.startsWith("+")) return proofs.get(name);
  const file = await unpacked(name.slice(1));
  if (!isProofFile(file)) throw new Error("it holds no proof");
  const document = proofs.create({ ...file, lines: named(file.lines) }, file.goal || "a shared proof");
  await document.save();
  route.replace(`/proofs/${document.id}`);
  return document;
}

export async function link(file: ProofFile): Promise<string> {
  return `${location.origin}${location.pathname}#/proofs/+${await packed(file)}`;
}

/** What is typed into one line is one step of the history, as are lines that come or go. */
export function edit(document: ProofDocument, file: ProofFile, step: string | null): void {
  const { history } = document;
  const label = step ?? "lines";
  if (step && history.moment.label === step && history.moment.id === history.moments.at(-1)!.id) history.amend({ model: file });
  else history.add(file, label, null);
  void document.save();
}
