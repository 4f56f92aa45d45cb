/** The document that a picture and its panels are about: the page's own, or that of one exercise. */

import { getContext, setContext } from "svelte";
import { session, type Session } from "./session.svelte";

const KEY = Symbol("session");

export function provide(given: Session): Session {
  return setContext(KEY, given);
}

export function useSession(): Session {
  return getContext<Session | undefined>(KEY) ?? session;
}
