import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The drawings stand in the page itself, so that no icon comes late. */
function sprite(): Plugin {
  return {
    name: "armarium-sprite",
    transformIndexHtml: (html) =>
      html.replace("<!--sprite-->", () => readFileSync("src/shell/look/symbols.svg", "utf8").trim()),
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
  test: { include: ["tests/**/*.test.ts"], environment: "node", setupFiles: ["tests/setup.ts"] },
});
