// Parses a rules page into chapters, numbered rules and tables. The source is the documentation page itself, so the
// table and the documentation cannot differ.
import type { Language } from "../text/text.svelte";

export type Span =
  { kind: "text" | "bold" | "italic" | "code"; text: string } | { kind: "link"; text: string; to: string };
export type Block =
  | { kind: "sentence"; id: string; spans: Span[] }
  | { kind: "text"; spans: Span[] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] };
export interface RulesChapter {
  id: string;
  title: string;
  blocks: Block[];
}
export interface RulesText {
  title: string;
  chapters: RulesChapter[];
}

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;
const SENTENCE = /^- <a id="([A-Z]-\d+\.\d+)"><\/a>\*\*\1\*\* (.*)$/s;
const ANCHOR = /^<a id="([^"]+)"><\/a>\n?/;

export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const plain = (to: number): void => void (to > from && spans.push({ kind: "text", text: text.slice(from, to) }));
  for (const searchRules of text.matchAll(MARKS)) {
    plain(searchRules.index);
    const [, bold, italic, code, link, to] = searchRules;
    if (link !== undefined && to !== undefined) spans.push({ kind: "link", text: link, to });
    else if (bold !== undefined) spans.push({ kind: "bold", text: bold });
    else if (italic !== undefined) spans.push({ kind: "italic", text: italic });
    else spans.push({ kind: "code", text: code ?? "" });
    from = searchRules.index + searchRules[0].length;
  }
  plain(text.length);
  return spans;
}

const joined = (lines: string): string => lines.replace(/\s*\n\s*/g, " ").trim();

function tableOf(lines: string[]): Block {
  const cells = (line: string): Span[][] =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => spansOf(cell.trim()));
  const [head = "", , ...rows] = lines;
  return { kind: "table", head: cells(head), rows: rows.map(cells) };
}

function blocksOf(text: string): Block[] {
  if (text.startsWith("|")) return [tableOf(text.split("\n"))];
  if (!text.startsWith("- ")) return [{ kind: "text", spans: spansOf(joined(text)) }];
  return text.split(/\n(?=- )/).map((item): Block => {
    const [, id, words] = SENTENCE.exec(item) ?? [];
    return id && words
      ? { kind: "sentence", id, spans: spansOf(joined(words)) }
      : { kind: "text", spans: spansOf(joined(item.slice(2))) };
  });
}

/** Parses a whole page. Text before the first chapter becomes a chapter without a title. */
export function parseRules(page: string): RulesText {
  const [, title = ""] = /^# (.+)$/m.exec(page) ?? [];
  const chapters: RulesChapter[] = [{ id: "", title: "", blocks: [] }];
  let anchor = "";
  for (const part of page.replace(/^# .+\n/, "").split(/\n{2,}/)) {
    let text = part.trim();
    const named = ANCHOR.exec(text);
    if (named) {
      anchor = named[1] ?? "";
      text = text.slice(named[0].length).trim();
    }
    const head = /^##+ (.+)(?:\n([^]*))?$/.exec(text);
    if (head) {
      const [, name = "", rest = ""] = head;
      const [number = ""] = /^[A-Z]-\d+/.exec(name) ?? [];
      chapters.push({ id: anchor || number, title: name.replace(/^[A-Z]-\d+ /, ""), blocks: [] });
      anchor = "";
      text = rest.trim();
    }
    // The link to the other language is left out; the page has its own switch.
    if (text && !/^\*.*\]\(.*\.md\)\*$/.test(text)) chapters.at(-1)!.blocks.push(...blocksOf(text));
  }
  return { title, chapters: chapters.filter(({ blocks }) => blocks.length) };
}

/**
 * In a table with one column per edition, keeps one edition's column and the shared columns. Other tables stay whole.
 */
export function keepEdition(block: Block, editions: string[], own: string): Block {
  if (block.kind !== "table") return block;
  const titles = block.head.map((cell) => cell.map(({ text }) => text).join(""));
  const isOf = (head: string, edition: string): boolean => head !== "" && edition.includes(head);
  const columns = titles.flatMap((head, column) => (editions.some((edition) => isOf(head, edition)) ? [column] : []));
  if (columns.length !== editions.length) return block;
  const pickColumns = (cells: Span[][]): Span[][] =>
    cells.filter((_, column) => !columns.includes(column) || isOf(titles[column] ?? "", own));
  return { ...block, head: pickColumns(block.head), rows: block.rows.map(pickColumns) };
}

export const wordsOf = (block: Block): string =>
  block.kind === "table"
    ? [block.head, ...block.rows]
        .flat(2)
        .map(({ text }) => text)
        .join(" ")
    : `${block.kind === "sentence" ? `${block.id} ` : ""}${block.spans.map(({ text }) => text).join("")}`;

const normalize = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();

/** The rules that contain all search words, ignoring accents and case. */
export function searchRules(rules: RulesText, query: string): RulesChapter[] {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  if (!words.length) return rules.chapters;
  return rules.chapters
    .map((chapter) => ({
      ...chapter,
      blocks: chapter.blocks.filter((block) => {
        const text = normalize(wordsOf(block));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ blocks }) => blocks.length);
}

/** The rule that an error code refers to: `b3-3-too-low` is B-3.3. */
export function ruleOf(facts: Record<string, unknown>): string | null {
  const why = facts.why as { code?: unknown } | undefined;
  const [, letter, chapter, number] = /^([a-z])(\d+)-(\d+)(?:-|$)/.exec(String(why?.code ?? "")) ?? [];
  return letter ? `${letter.toUpperCase()}-${chapter}.${number}` : null;
}

const pages = import.meta.glob<string>("../../../../docs/rules/*.md", { query: "?raw", import: "default" });
const fileOf = (game: string, lang: Language): string =>
  `../../../../docs/rules/${game}${lang === "en" ? "" : `.${lang}`}.md`;

export const hasRules = (game: string): boolean => fileOf(game, "en") in pages;

export async function rulesOf(game: string, lang: Language): Promise<RulesText | null> {
  const page = await pages[fileOf(game, lang)]?.();
  return page === undefined ? null : parseRules(page);
}
