// Applies a JSON Patch (RFC 6902) with the three operations that a table sends. The old document is not changed,
// because the screen may still show it.
import type { Operation } from "./wire";

type Parts = unknown[] | Record<string, unknown>;

/** Returns the patched document. Unchanged parts are shared with the old one. */
export function applyPatch<T>(document: T, patch: Operation[]): T {
  const own = new Set<unknown>();
  const root: { "": unknown } = { "": document };
  own.add(root);
  for (const operation of patch) {
    const names = operation.path.split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = names.pop() as string;
    let at: Parts = root;
    for (const name of names) at = copyPart(at, name, own);
    operate(at, last, operation);
  }
  return root[""] as T;
}

/** The child of that name, copied the first time something in it changes. */
function copyPart(at: Parts, name: string, own: Set<unknown>): Parts {
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
