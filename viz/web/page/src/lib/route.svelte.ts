/** The address of what is shown: `#/VIEW/...`, or a link `#BASE64` that holds a whole document. */

class Route {
  /** What follows `#`. */
  hash = $state("");

  /** Follow the address from now on, also when the person goes back. */
  start(): void {
    const read = (): void => void (this.hash = location.hash.slice(1));
    read();
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
  }

  /** What follows `#/`. */
  get place(): string {
    return this.hash.startsWith("/") ? this.hash.slice(1) : "";
  }

  /** A document in the address; empty if there is none. */
  get link(): string {
    return this.hash.startsWith("/") ? "" : this.hash;
  }

  get view(): string {
    return this.place.split("/", 1)[0]!;
  }

  /** What follows the view. */
  get rest(): string {
    return this.place.slice(this.view.length + 1);
  }

  /** Go to `/VIEW/...`, or to a link. */
  go(hash: string): void {
    if (hash === this.hash) return;
    history.pushState(null, "", `#${hash}`);
    this.hash = hash;
  }

  /** The same view has another address now. */
  replace(hash: string): void {
    if (hash === this.hash) return;
    history.replaceState(null, "", `#${hash}`);
    this.hash = hash;
  }
}

export const route = new Route();
