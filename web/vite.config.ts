import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { icons } from "./tools/icons.mjs";
import { pxToRem } from "./tools/px_to_rem.mjs";

/** Inlines the icons of the shell and of every game into the page, so that no icon loads late. */
function sprite(): Plugin {
  const games = readdirSync("src/games").map((game) => `src/games/${game}/styles/symbols.svg`);
  const files = ["src/shell/ui/symbols.svg", ...games].filter((file) => existsSync(file));
  return {
    name: "armarium-sprite",
    transformIndexHtml: (html) =>
      html.replace("<!--sprite-->", () => files.map((file) => readFileSync(file, "utf8").trim()).join("\n")),
  };
}

/** What an installed page needs: icons drawn from the logo, and a service worker with the version of its build. */
function installable(): Plugin {
  return {
    name: "armarium-installable",
    apply: "build",
    generateBundle(_, bundle) {
      // Names of assets and of the rules have a hash of their content.
      const names = Object.keys(bundle).sort();
      const version = createHash("sha256").update(names.join()).digest("hex").slice(0, 16);
      const kept = HAS_LOCAL ? [...names.filter((name) => !isLarge(name) && !name.endsWith(".woff")), "first.js"] : [];
      const worker = readFileSync("tools/worker.js", "utf8")
        .replace("__VERSION__", version)
        .replace("__FILES__", JSON.stringify(kept));
      this.emitFile({ type: "asset", fileName: "worker.js", source: worker });
      for (const [fileName, source] of Object.entries(icons("public/favicon.svg")))
        this.emitFile({ type: "asset", fileName, source });
    },
  };
}

/** The rules compiled for browsers, if `make wasm` has built them: with them the page can play without a server. */
const RULES = "../build/wasm";
const SITE = "../build/static";
const HAS_LOCAL = existsSync(`${RULES}/games.json`);

/** The files of the rules, and their names in the page: each has a hash of its content. */
const RULES_FILES: Record<string, string> = Object.fromEntries(
  (HAS_LOCAL ? readdirSync(RULES).filter((name) => !name.startsWith(".")) : []).map((name) => {
    const hash = createHash("sha256")
      .update(readFileSync(`${RULES}/${name}`))
      .digest("hex")
      .slice(0, 12);
    return [name, name.replace(/(?=\.\w+$)/, `-${hash}`)];
  }),
);
/** The network of the strongest levels is large: the page fetches it when a level needs it. */
const isLarge = (file: string): boolean => file.includes(".network");

function localRules(): Plugin {
  return {
    name: "armarium-local-rules",
    apply: "build",
    generateBundle() {
      for (const [file, name] of Object.entries(RULES_FILES))
        this.emitFile({ type: "asset", fileName: `wasm/${name}`, source: readFileSync(`${RULES}/${file}`) });
    },
  };
}

/** Files that are copied as they are name others by their path on a server. On a static host the folder may be any. */
function relativePaths(folder: string): Plugin {
  return {
    name: "armarium-relative-paths",
    apply: "build",
    closeBundle() {
      for (const name of ["manifest.webmanifest", "offline.html"]) {
        const text = readFileSync(`${folder}/${name}`, "utf8");
        writeFileSync(`${folder}/${name}`, text.replaceAll('"/', '"./'));
      }
    },
  };
}

/** `vite build --mode site` builds for any static host and any folder, so all its addresses are relative. */
export default defineConfig(({ mode }) => ({
  base: mode === "site" ? "./" : "/",
  define: { __HAS_LOCAL__: JSON.stringify(HAS_LOCAL), __RULES_FILES__: JSON.stringify(RULES_FILES) },
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "assets/local-worker-[hash].js" } } },
  plugins: [svelte(), sprite(), localRules(), installable(), ...(mode === "site" ? [relativePaths(SITE)] : [])],
  css: { postcss: { plugins: [pxToRem] } },
  build: {
    outDir: mode === "site" ? SITE : "../build/page",
    emptyOutDir: true,
    // No data: URLs, so that the content security policy needs nothing but 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A slow build is not worth a warning.
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
  },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true, changeOrigin: true } },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node", setupFiles: ["tests/setup.ts"], testTimeout: 60_000 },
}));
