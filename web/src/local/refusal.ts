// What the worker refuses. A refusal has a code, for which the page has a sentence, and it changes nothing.
import type { ClientMessage, ServerMessage } from "../shell/wire";

/** Thrown for what cannot be done. Every other error is a fault of the program or of the storage. */
export class RefusedError extends Error {
  /** `facts` fill in what the page's sentence leaves open. */
  constructor(
    readonly code: string,
    readonly facts: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

/** An error as a message. `storage`: the code of one of the storage, which is no fault of the program. */
export function refusalOf(
  error: unknown,
  storage: string,
  id: string | null = null,
): Extract<ServerMessage, { t: "refused" }> {
  const { code, facts } =
    error instanceof RefusedError ? error : { code: error instanceof DOMException ? storage : "failed", facts: {} };
  return { t: "refused", id, code, facts, text: "" };
}

/**
 * The page asks which of its requests was refused.
 * Only those that it sends by itself need an answer of their own.
 */
export const askedOf = (message: ClientMessage): Record<string, unknown> =>
  message.t === "commit" || message.t === "contribute" ? { asked: message.t } : {};
