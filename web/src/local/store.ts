// Where the worker keeps logs and records: IndexedDB. An entry is added under its number, so of two tabs that add the
// same number only one succeeds.
import type { Entry } from "./log";

const DATABASE = "armarium";
const LOG = "log";
const RECORDS = "records";

export interface Store {
  /** The entries of a table in order; none if there is no such table. */
  load(table: string): Promise<Entry[]>;
  /** Adds entries from a number on, all or none. Fails if there are such entries already. */
  append(table: string, from: number, entries: Entry[]): Promise<void>;
  remove(table: string): Promise<void>;
  saveRecord(id: string, text: string): Promise<void>;
  loadRecord(id: string): Promise<string | null>;
}

const finished = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException("not read", "AbortError"));
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // Only here the transaction has its error: at `onerror` it is still null.
    transaction.onabort = () => reject(transaction.error ?? new DOMException("not saved", "AbortError"));
  });

export class BrowserStore implements Store {
  private database: Promise<IDBDatabase> | null = null;

  private open(): Promise<IDBDatabase> {
    if (this.database) return this.database;
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(LOG);
      request.result.createObjectStore(RECORDS);
    };
    this.database = finished(request);
    const forget = (): null => (this.database = null);
    this.database.then((database) => {
      // The browser closes it when somebody deletes the data of this site.
      database.onclose = forget;
      database.onversionchange = () => (database.close(), forget());
    }, forget);
    return this.database;
  }

  /** A transaction; the database is opened again if it was closed. */
  private async begin(
    store: string,
    mode: IDBTransactionMode,
    options?: IDBTransactionOptions,
  ): Promise<IDBTransaction> {
    try {
      return (await this.open()).transaction(store, mode, options);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
      this.database = null;
      return (await this.open()).transaction(store, mode, options);
    }
  }

  private range = (table: string): IDBKeyRange => IDBKeyRange.bound([table, 0], [table, Infinity]);

  async load(table: string): Promise<Entry[]> {
    const log = (await this.begin(LOG, "readonly")).objectStore(LOG);
    return finished(log.getAll(this.range(table)) as IDBRequest<Entry[]>);
  }

  async append(table: string, from: number, entries: Entry[]): Promise<void> {
    const transaction = await this.begin(LOG, "readwrite", { durability: "strict" });
    const log = transaction.objectStore(LOG);
    entries.forEach((entry, n) => log.add(entry, [table, from + n]));
    // Another tab may have deleted the log: nothing is added behind a gap.
    const before = from ? log.getKey([table, from - 1]) : null;
    if (before) before.onsuccess = () => before.result ?? transaction.abort();
    await committed(transaction);
  }

  async remove(table: string): Promise<void> {
    const transaction = await this.begin(LOG, "readwrite");
    transaction.objectStore(LOG).delete(this.range(table));
    await committed(transaction);
  }

  async saveRecord(id: string, text: string): Promise<void> {
    const transaction = await this.begin(RECORDS, "readwrite");
    transaction.objectStore(RECORDS).put(text, id);
    await committed(transaction);
  }

  async loadRecord(id: string): Promise<string | null> {
    const records = (await this.begin(RECORDS, "readonly")).objectStore(RECORDS);
    return (await finished(records.get(id) as IDBRequest<string | undefined>)) ?? null;
  }
}
