// The worker of a page: it holds the tables that are played in this browser. Cards that no seat at this device may see
// never leave it.
import { LocalApi } from "./api";
import { Kits, readFrom } from "./kit";
import type { FromWorker, ToWorker } from "./messages";
import { LocalReplays } from "./replays";
import { BrowserStore } from "./store";
import { LocalTables } from "./tables";

const post = (message: FromWorker): void => postMessage(message);

/** Other tabs of this browser have the same tables. */
const channel = new BroadcastChannel("armarium-tables");

/** Outside of any promise, so that the page sees the error and starts another worker. */
const crash = (error: unknown): void => void setTimeout(() => reportError(error));

let started: { api: LocalApi; tables: LocalTables; kits: Kits } | null = null;

function start(base: string): NonNullable<typeof started> {
  const [kits, store] = [new Kits(readFrom(base, () => post({ t: "waiting" }))), new BrowserStore()];
  const tables = new LocalTables(kits, store, (table) => channel.postMessage(table), crash);
  channel.onmessage = ({ data }: MessageEvent<string>) => tables.changedElsewhere(data);
  return { kits, tables, api: new LocalApi(kits, tables, new LocalReplays(kits, store, tables)) };
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.t === "start") {
    started = start(data.base);
    return;
  }
  const { api, tables, kits } = started!;
  if (data.t === "request") api.answer(data).then((answer) => post({ t: "answer", id: data.id, answer }), crash);
  else if (data.t === "prepare")
    kits.load(data.game).catch(() => {}); // who needs them later gets the error
  else if (data.t === "send") tables.receive(data.connection, data.message).catch(crash);
  else if (data.t === "close") tables.close(data.connection);
  else {
    const { connection } = data;
    tables
      .open(connection, data.table, data.hello, (message) => post({ t: "message", connection, message }))
      .then((isOpen) => isOpen || post({ t: "closed", connection }))
      .catch(crash);
  }
};
