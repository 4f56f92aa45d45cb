import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The files that decide what is built; `tests/page/test_page_built.py` hashes the same ones. */
function sources(folder: string): string[] {
  const inside = readdirSync(join(folder, "src"), { recursive: true, withFileTypes: true });
  const files = inside.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const roots = ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];
  return [...roots.map((name) => join(folder, name)), ...files];
}

/** `index.html` with the names of the built files, and the hash of the sources. */
function written(): Plugin {
  return {
    name: "page-and-hash-of-sources",
    generateBundle(_, bundle) {
      const built = Object.keys(bundle);
      const [script, style] = [".js", ".css"].map((end) => `./${built.find((name) => name.startsWith("assets/") && name.endsWith(end))}`);
      const page = readFileSync(join(import.meta.dirname, "index.html"), "utf-8").replace("/src/main.ts", script!);
      const source = page.replace("</head>", `  <link rel="stylesheet" href="${style}" />\n  </head>`);
      this.emitFile({ type: "asset", fileName: "index.html", source });
      const names = sources(import.meta.dirname).map((file) => relative(import.meta.dirname, file).split(sep).join("/"));
      const hash = createHash("sha256");
      for (const name of names.sort()) hash.update(`${name}\0`).update(readFileSync(join(import.meta.dirname, name)));
      this.emitFile({ type: "asset", fileName: "sources.sha256", source: `${hash.digest("hex")}\n` });
    },
  };
}

/** One file of scripts is the page and, by what it exports, the explorer of notebooks: a page that is HTML exports nothing. */
export default defineConfig({
  base: "./",
  plugins: [svelte(), written()],
  build: {
    modulePreload: false,
    target: "es2022",
    outDir: "../static",
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: "src/main.ts", worker: "src/worker.ts", offline: "src/offline.ts" },
      output: { entryFileNames: ({ name }) => (name === "main" ? "assets/[name]-[hash].js" : "[name].js") },
      preserveEntrySignatures: "strict",
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});
