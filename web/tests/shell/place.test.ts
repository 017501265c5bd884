// Where a game starts while the page's server is busy, gone or starting, and when the server is asked again.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchServerInfo } from "../../src/shell/api";
import { awaitsServer, hasServer, noteServer, place } from "../../src/shell/local/place.svelte";

const INFO = { games: {}, rules: "compiled", progress: 1 };

/** Fakes the network: the server's answers, and the list of games beside the page. */
function stubServer(server: () => Response): void {
  vi.stubGlobal("fetch", async (address: string | URL) =>
    String(address).startsWith("/api") ? server() : Response.json({ info: INFO, games: {} }),
  );
}

beforeEach(() => vi.stubGlobal("location", new URL("http://page.example/")));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["a busy server", () => Response.json({ code: "too-many", text: "" }, { status: 429 })],
  ["a proxy whose server restarts", () => new Response("<html>502</html>", { status: 502 })],
  ["a server that starts", () => Response.json({ ...INFO, rules: "loading" })],
])("%s is there, and is asked again", async (_, server) => {
  stubServer(server);
  await fetchServerInfo();
  expect([hasServer(), awaitsServer(), place()]).toEqual([true, true, "browser"]);
});

test("a server that is gone is asked again, and games go back to it once it is ready", async () => {
  stubServer(() => {
    throw new TypeError("no network");
  });
  await fetchServerInfo();
  expect([hasServer(), awaitsServer(), place()]).toEqual([false, true, "browser"]);
  stubServer(() => Response.json(INFO));
  await fetchServerInfo();
  expect([hasServer(), awaitsServer(), place()]).toEqual([true, false, "server"]);
});

test("a server that compiles keeps sets of cards: a game with one starts there", async () => {
  const { startSolo } = await import("../../src/games/bibliogamo/solo");
  noteServer({ rules: "compiling" });
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({ code: "busy", text: "Busy." }, { status: 503 });
  });
  expect(await startSolo("own" as never)).toBe("Busy.");
  expect(asked).toEqual(["/api/tables"]);
});
