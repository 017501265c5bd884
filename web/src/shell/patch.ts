// A JSON Patch (RFC 6902) of the three kinds that a table sends. The old document stays as it was: the screen may still
// be showing it.
import type { Operation } from "./wire";

type Parts = unknown[] | Record<string, unknown>;

/** The document after the patch; whatever did not change is shared with the old one. */
export function patched<T>(document: T, patch: Operation[]): T {
  const own = new Set<unknown>();
  const root: { "": unknown } = { "": document };
  own.add(root);
  for (const operation of patch) {
    const names = operation.path.split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = names.pop() as string;
    let at: Parts = root;
    for (const name of names) at = opened(at, name, own);
    operate(at, last, operation);
  }
  return root[""] as T;
}

/** The part of that name, copied the first time that something in it changes. */
function opened(at: Parts, name: string, own: Set<unknown>): Parts {
  const parts = at as Record<string, unknown>;
  const part = parts[name] as Parts;
  if (typeof part !== "object" || part === null) throw new Error(`nothing to patch at ${name}`);
  if (own.has(part)) return part;
  const copy = Array.isArray(part) ? [...part] : { ...part };
  own.add(copy);
  parts[name] = copy;
  return copy;
}

function operate(at: Parts, name: string, { op, value }: Operation): void {
  if (Array.isArray(at)) at.splice(Number(name), op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
  else if (op === "remove") delete at[name];
  else at[name] = value;
}
