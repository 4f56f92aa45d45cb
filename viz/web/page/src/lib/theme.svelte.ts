/** Light or dark: as the system says, until the person chooses; and the dark counterparts of the colours of pictures. */

const KEY = "whoknows-theme";

/** From each colour of `viz/theme.py` to the one on a dark ground. */
export const DARK: Record<string, string> = {
  "#ffffff": "#1e222a",
  "#222222": "#e6e8ee",
  "#6b6b6b": "#a3abba",
  "#9a9a9a": "#7b8392",
  "#ffdc73": "#5a4610",
  "#074a94": "#78aef5",
  "#c24a00": "#f08a4b",
  "#007a5a": "#3fc49a",
  "#c2408f": "#ee86c0",
  "#2684b6": "#7ee0f0",
  "#7a5c00": "#d9b44a",
  "#6a51a3": "#b8a2e6",
};

class Theme {
  dark = $state(false);

  /** Follow the system and what was chosen here; in a notebook this is not called, and all stays light. */
  start(): void {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = (): void => this.set((localStorage.getItem(KEY) ?? (system.matches ? "dark" : "light")) === "dark");
    system.addEventListener("change", follow);
    follow();
  }

  choose(dark: boolean): void {
    this.set(dark);
    try {
      localStorage.setItem(KEY, dark ? "dark" : "light");
    } catch {
      // the choice lasts until the page is closed
    }
  }

  private set(dark: boolean): void {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }

  /** A colour of a picture, or all of them in the text of an SVG. */
  shade(text: string): string {
    return this.dark ? text.replace(/#[0-9a-f]{6}\b/g, (colour) => DARK[colour] ?? colour) : text;
  }
}

export const theme = new Theme();
