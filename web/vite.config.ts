import { existsSync, readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

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

export default defineConfig({
  plugins: [svelte(), sprite()],
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
