// A fake WebSocket: the test plays the server.

export class FakeSocket {
  static OPEN = 1;
  static CONNECTING = 0;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { t: string; id?: string }[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number; reason: string }): void => {};
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  deliver(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close(): void {
    this.readyState = 3;
  }
  connect(): void {
    this.readyState = 1;
    this.onopen();
  }
  disconnect(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose({ code, reason });
  }
  sentActions(): (string | undefined)[] {
    return this.sent.filter(({ t }) => t === "act").map(({ id }) => id);
  }
}
