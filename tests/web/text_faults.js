// Unreadable text: cut off by a box, overlapping other text or a drawn box, or a number broken into two lines.
// Evaluated in the page by seeing.find_text_faults.
(where) => {
  // The button with the newest line of the log may cut it off, because the log shows the whole line.
  const HIDDEN = ".sr, .card, .logline, option, svg";
  const LAYERS = "dialog, .toast, .talk, .hint, .dock, .coach, header.bar, body";
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  /** The boxes of the letters, without the space above and below them in the line. */
  function lettersOf(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()]
      .filter(({ width, height }) => width > 2 && height > 2)
      .map(({ left, right, top, height }) => ({ left, right, top: top + 0.2 * height, bottom: top + 0.8 * height }));
  }

  const found = new Set();
  const texts = [];
  for (const root of document.querySelectorAll(where)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const one = node.parentElement;
      const text = node.data.trim().slice(0, 40);
      if (!text || one.closest(HIDDEN) || !isSeen(one)) continue;
      const letters = lettersOf(node);
      if (letters.length) texts.push({ one, text, letters });
    }
  }

  const free = texts.filter(({ one, text, letters }) => {
    for (let box = one; box && box !== document.documentElement; box = box.parentElement) {
      const { clipPath, display, overflowX, overflowY, position, webkitLineClamp } = getComputedStyle(box);
      if (clipPath.startsWith("inset(50%")) return false; // visible to screen readers only
      if (display === "inline" || display === "contents") continue;
      if ([overflowX, overflowY].some((way) => way === "auto" || way === "scroll")) return false;
      const inner = box.getBoundingClientRect();
      const isCut = letters.some(
        ({ left, right, top, bottom }) =>
          (overflowX !== "visible" && (left < inner.left - 1 || right > inner.right + 1)) ||
          (overflowY !== "visible" && (top < inner.top - 1 || bottom > inner.bottom + 1)),
      );
      if (isCut || (webkitLineClamp !== "none" && box.scrollHeight > box.clientHeight + 1)) {
        found.add(`cut: ${text}`);
        return false;
      }
      if (position === "fixed") break;
    }
    if (/^[\d+−-]+$/.test(text) && new Set(letters.map(({ top }) => Math.round(top))).size > 1)
      found.add(`broken: ${text}`);
    return true;
  });

  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  for (const [index, a] of free.entries())
    for (const b of free.slice(index + 1))
      if (a.one.closest(LAYERS) === b.one.closest(LAYERS) && a.letters.some((one) => b.letters.some((two) => meet(one, two))))
        found.add(`${a.text} overlaps ${b.text}`);
  const DRAWN = [
    ["an icon", "svg.ic", ".card, .board, .rulemark"],
    ["a card", ".card", ".hand"],
    ["a button", "header.bar .btn", ".sr"],
  ];
  for (const [kind, drawn, without] of DRAWN)
    // The keys of cards are drawn on them.
    for (const other of document.querySelectorAll(drawn)) {
      if (other.closest(without) || !isSeen(other)) continue;
      for (const { one, text, letters } of free)
        if (
          !one.closest("kbd") &&
          !other.contains(one) &&
          one.closest(LAYERS) === other.closest(LAYERS) &&
          letters.some((line) => meet(line, other.getBoundingClientRect()))
        )
          found.add(`${text} overlaps ${kind}`);
    }
  return [...found];
};
