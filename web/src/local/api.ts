// The requests that the worker answers, with the paths and answers of a server (docs/protocol.md).
import type { NewTable } from "../shell/wire";
import { RefusedError, refusalOf } from "./refusal";
import type { Kits } from "./kit";
import type { LocalAnswer, LocalRequest } from "./messages";
import type { LocalReplays } from "./replays";
import type { LocalTables } from "./tables";

export class LocalApi {
  constructor(
    private readonly kits: Kits,
    private readonly tables: LocalTables,
    private readonly replays: LocalReplays,
  ) {}

  async answer(request: LocalRequest): Promise<LocalAnswer> {
    try {
      return { status: 200, body: await this.find(request) };
    } catch (error) {
      if (error instanceof RefusedError)
        return { status: 400, body: { code: error.code, facts: error.facts, text: "" } };
      const storage = request.method === "GET" ? "not-read" : "not-saved";
      const { code, facts, text } = refusalOf(error, storage);
      return { status: 500, body: { code, facts, text } };
    }
  }

  private async find({ method, path, body }: LocalRequest): Promise<unknown> {
    const { pathname, searchParams: query } = new URL(path, "http://local");
    const [, , what, id = "", part = ""] = pathname.split("/");
    const round = query.has("round") ? Number(query.get("round")) : null;
    switch (`${method} ${what}/${id && ":id"}/${part}`) {
      case "GET info//":
        return (await this.kits.list()).info;
      case "POST tables//":
        return this.create(body as NewTable);
      case "GET tables/:id/":
        return this.info(id);
      case "DELETE tables/:id/seats":
        await this.tables.remove(id);
        return { deleted: "table" };
      case "GET tables/:id/record":
        return this.replays.record(id, round);
      case "POST replays//":
        return this.replays.upload(String(body));
      case "GET replays/:id/":
        return this.replays.replay(id, round, query.get("eye") ?? "all");
      case "GET replays/:id/frames":
        return this.replays.frames(id, round, query.get("eye") ?? "all", Number(query.get("v") ?? 0));
      default:
        throw new RefusedError("not-local", { asked: path });
    }
  }

  private async create(request: NewTable): Promise<unknown> {
    const { table, created } = await this.tables.create(request);
    const [own, ...others] = created.seats.flatMap(({ name, token }, seat) =>
      token === null ? [] : [{ seat, name: name ?? "", token }],
    );
    return { table, seat: own?.seat ?? null, token: own?.token ?? null, reserved: others };
  }

  private async info(id: string): Promise<unknown> {
    const table = await this.tables.find(id);
    if (!table) throw new RefusedError("no-table");
    return table.info(null, new Set());
  }
}
