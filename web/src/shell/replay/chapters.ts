// The turns, lots or days of a game on its line.
import type { Chapter } from "../game";

/** The chapter in which a version is; −1 where there is none. */
export function chapterAt(chapters: Chapter[], v: number): number {
  return chapters.findLastIndex((chapter) => chapter.v <= v);
}

/** The version at which the next chapter begins, or this one, or the one before it. */
export function leap(chapters: Chapter[], v: number, by: 1 | -1, last: number): number {
  const now = chapterAt(chapters, v);
  if (by > 0) return chapters[now + 1]?.v ?? last;
  const start = chapters[now]?.v ?? 0;
  return v > start ? start : (chapters[now - 1]?.v ?? 0);
}
