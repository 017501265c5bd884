// The recommended linters, with type information. Prettier decides the formatting.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const OWN = "A child never sets its parent's fields: give it a callback.";

export default ts.config(
  { ignores: ["build/", "node_modules/", "../build/"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      "no-undef": "off", // TypeScript checks this better
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // State is replaced as a whole ($state.raw), so its maps and sets never change.
      "svelte/prefer-svelte-reactivity": "off",
      "no-restricted-syntax": [
        "error",
        { selector: "CallExpression[callee.name='$bindable']", message: OWN },
        { selector: "SvelteDirective[kind='Binding'][key.name.name='open']", message: OWN },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
);
