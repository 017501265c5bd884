import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { icons } from "./tools/icons.mjs";

/** The drawings of the shell and of every game stand in the page itself, so that no icon comes late. */
function sprite(): Plugin {
  const games = readdirSync("src/games").map((game) => `src/games/${game}/look/symbols.svg`);
  const files = ["src/shell/look/symbols.svg", ...games].filter((file) => existsSync(file));
  return {
    name: "armarium-sprite",
    transformIndexHtml: (html) =>
      html.replace("<!--sprite-->", () => files.map((file) => readFileSync(file, "utf8").trim()).join("\n")),
  };
}

/** What an installed page needs: icons drawn from the logo, and a worker that knows which build it belongs to. */
function installable(): Plugin {
  return {
    name: "armarium-installable",
    apply: "build",
    generateBundle(_, bundle) {
      const version = createHash("sha256").update(Object.keys(bundle).sort().join()).digest("hex").slice(0, 16);
      const worker = readFileSync("tools/worker.js", "utf8").replace("__VERSION__", version);
      this.emitFile({ type: "asset", fileName: "worker.js", source: worker });
      for (const [fileName, source] of Object.entries(icons("public/favicon.svg")))
        this.emitFile({ type: "asset", fileName, source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), sprite(), installable()],
  build: {
    outDir: "../build/page",
    emptyOutDir: true,
    // No data: addresses, so that the page needs nothing but 'self' in its security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A slow machine is no news to whoever sets the house up.
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
  },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true, changeOrigin: true } },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node", setupFiles: ["tests/setup.ts"], testTimeout: 60_000 },
});
