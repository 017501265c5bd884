// The link by which this tab came to a table, from its address until the tab is closed.
const key = (table: string): string => `armarium-link-${table}`;
const here = new Map<string, string>(); // where the browser keeps nothing

export function rememberLink(table: string, hash: string): void {
  let token = hash;
  try {
    token = decodeURIComponent(hash);
  } catch {
    // No text at all: the server says that it opens nothing.
  }
  here.set(table, token);
  try {
    sessionStorage.setItem(key(table), token);
  } catch {
    // For as long as the page is open, then.
  }
}

export function linkOf(table: string): string | null {
  try {
    return here.get(table) ?? sessionStorage.getItem(key(table));
  } catch {
    return here.get(table) ?? null;
  }
}

export function forgetLink(table: string): void {
  here.delete(table);
  try {
    sessionStorage.removeItem(key(table));
  } catch {
    // Then nothing was kept either.
  }
}
