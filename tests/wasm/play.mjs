// Runs jobs in Node: node play.mjs FOLDER, one job as JSON per line of the input, one result per line of the output.

import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { run } from "./games.mjs";

const folder = process.argv[2];
const modules = Object.fromEntries(
  readdirSync(folder)
    .filter((file) => file.endsWith(".wasm"))
    .map((file) => [
      file.replace(".wasm", ""),
      [
        JSON.parse(readFileSync(`${folder}/${file.replace(".wasm", ".json")}`, "utf8")),
        new WebAssembly.Module(readFileSync(`${folder}/${file}`)),
      ],
    ]),
);

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await run(modules, JSON.parse(line), (file) => readFileSync(file))));
}
