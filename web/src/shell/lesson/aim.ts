// What the voice speaks of is outlined: by a style sheet of its own, so that whatever a screen draws anew stays outlined
// and no screen has to know of lessons. Parts of a screen have names: `data-zone`, or `data-act` for what can be pressed.

const sheet = new CSSStyleSheet();
let isThere = false;

const named = (points: string[]): string[] =>
  points.flatMap((name) => [`[data-zone~="${CSS.escape(name)}"]`, `[data-act="${CSS.escape(name)}"]`]);

/** In a window too low for the whole table: what the voice speaks of comes into sight beside its sentence. */
export function bringIntoSight(points: string[]): void {
  if (!points.length) return;
  const found = [...document.querySelectorAll(`:is(${named(points).join(", ")})`)].reverse();
  for (const one of found) if (one.checkVisibility()) one.scrollIntoView({ block: "nearest" });
}

export function aimAt(points: string[]): void {
  if (!isThere) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  isThere = true;
  const all = named(points);
  // A second line in ink, for eyes that gold on vellum does not reach.
  const drawn = "outline: 3px solid var(--leaf); outline-offset: 3px; box-shadow: 0 0 0 3px var(--ink);";
  // On a phone things stand close together: the line runs on their edge.
  const narrow = "@media (max-width: 759px), (max-height: 459px)";
  const close = "outline-offset: -2px; box-shadow: 0 0 0 2px var(--ink);";
  const which = `:is(${all.join(", ")})`;
  const rules = `${which} { ${drawn} border-radius: var(--r2); } ${narrow} { ${which} { ${close} } }`;
  sheet.replaceSync(all.length ? rules : "");
}
