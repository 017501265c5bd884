// The notice of a server whose rules are not compiled, in both languages.
import { render } from "svelte/server";
import { beforeEach, expect, test } from "vitest";
import ServerNotice from "../../src/shell/front/ServerNotice.svelte";
import { rememberLevels } from "../../src/shell/levels.svelte";
import { language } from "../../src/shell/text/text.svelte";
import type { ServerInfo } from "../../src/shell/wire";
import { textOf } from "../rendered";

function renderNotice(rules: ServerInfo["rules"], lang: "en" | "fr" = "en"): string {
  language.now = lang;
  rememberLevels({ games: {}, rules, progress: 0.428 });
  return textOf(render(ServerNotice, { props: { onchange: () => undefined } }).body).trim();
}

beforeEach(() => {
  language.now = "en";
});

test("shows how much is compiled", () => {
  expect(renderNotice("compiling")).toMatch(/42\s% done/);
  expect(renderNotice("compiling", "fr")).toMatch(/accélère\s: 42\s%/);
});

test("says what a server without compiled rules cannot do, and nothing about one that is ready", () => {
  expect(renderNotice("interpreted")).toContain("without its strongest bots");
  expect(renderNotice("interpreted", "fr")).toContain("sans ses robots les plus forts");
  expect([renderNotice("compiled"), renderNotice("loading")]).toEqual(["", ""]);
});
