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

function hashed(): Plugin {
  return {
    name: "hash-of-sources",
    generateBundle() {
      const names = sources(import.meta.dirname).map((file) => relative(import.meta.dirname, file).split(sep).join("/"));
      const hash = createHash("sha256");
      for (const name of names.sort()) hash.update(`${name}\0`).update(readFileSync(join(import.meta.dirname, name)));
      this.emitFile({ type: "asset", fileName: "sources.sha256", source: `${hash.digest("hex")}\n` });
    },
  };
}

const shared = { modulePreload: false, target: "es2022", outDir: "../static" } as const;

/** The page, and with `--mode widget` the explorer for notebooks: one module that carries its styles. */
export default defineConfig(({ mode }) =>
  mode === "widget"
    ? {
        define: { "process.env.NODE_ENV": '"production"' },
        plugins: [svelte({ emitCss: false, compilerOptions: { css: "injected" } })],
        build: { ...shared, emptyOutDir: false, lib: { entry: "src/widget.ts", formats: ["es"], fileName: () => "widget.js" } },
      }
    : {
        base: "./",
        plugins: [svelte(), hashed()],
        build: { ...shared, emptyOutDir: true },
        test: { include: ["src/**/*.test.ts"] },
      },
);
