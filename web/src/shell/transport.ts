// How a page reaches its table: messages in, messages out. The messages are the same for every transport
// (docs/protocol.md), so neither the table nor a screen knows which one it has.
import type { ClientMessage, ServerMessage } from "./wire";

export type Link = "opening" | "open" | "lost" | "closed";

/** A message that is sent until it is acknowledged. */
export type Act = Extract<ClientMessage, { id: string }>;

export interface Listener {
  onMessage(message: ServerMessage): void;
  onLink(link: Link): void;
  /** The contents of the first message: token, last version, last counter, language. */
  makeHello(): ClientMessage;
}

export interface TableTransport {
  /** Sends a message until it is acknowledged or refused. The table applies each id once. */
  act(act: Act): void;
  /** Sends a message once, if there is a connection. */
  send(message: ClientMessage): void;
  /** Abandons the connection and starts again with a hello. */
  reconnect(): void;
  close(): void;
}
