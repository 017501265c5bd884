// What the page and its worker say to each other: requests as to a server, and connections to tables.
import type { ClientMessage, ServerMessage } from "../shell/wire";

export interface LocalRequest {
  method: string;
  /** The path and query, as on a server. */
  path: string;
  /** JSON, or the text of a record. */
  body?: unknown;
}

export interface LocalAnswer {
  status: number;
  body: unknown;
}

export type ToWorker =
  | { t: "start"; base: string }
  /** Load the rules of a game, which will be needed soon. */
  | { t: "prepare"; game: string }
  | ({ t: "request"; id: number } & LocalRequest)
  | { t: "open"; connection: number; table: string; hello: ClientMessage }
  | { t: "send"; connection: number; message: ClientMessage }
  | { t: "close"; connection: number };

export type FromWorker =
  | { t: "answer"; id: number; answer: LocalAnswer }
  | { t: "message"; connection: number; message: ServerMessage }
  /** A download takes long, but the worker does not hang. */
  | { t: "waiting" }
  /** The table cannot be shown; a message before this one says why. */
  | { t: "closed"; connection: number };

/** Tables and records of this browser have ids that no server gives. */
export const LOCAL_PREFIX = "local-";

/** The name of each file of the compiled rules on its host. A hash of the content keeps caches from mixing builds. */
declare const __RULES_FILES__: Record<string, string>;

export const rulesAddress = (file: string, folder: string): URL => new URL(__RULES_FILES__[file] ?? file, folder);
