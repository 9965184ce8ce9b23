import type { CopiedRow, CopySource } from "./source.ts";

/** A copy as one JSON document, streamed row by row; times are epoch ms. `format` is the version of its structure. */
export async function* toJson(source: CopySource, at: Date): AsyncGenerator<Buffer, void, undefined> {
  const { json } = await source.head();
  yield Buffer.from(`{"format":1,"madeAt":${at.getTime()},"notebook":${JSON.stringify(json)}`);
  for (const { section, rows } of source.sections) {
    yield Buffer.from(`,${JSON.stringify(section.name)}:[`);
    let separator = "";
    for await (const row of rows()) {
      yield Buffer.from(`${separator}\n${JSON.stringify(jsonOfRow(row))}`);
      separator = ",";
    }
    yield Buffer.from("]");
  }
  yield Buffer.from("}\n");
}

function jsonOfRow({ row, additions }: CopiedRow) {
  const fields = additions.map(({ addition, items }) => [
    addition.field,
    items.map((item) => (addition.json ? addition.json(item) : item)),
  ]);
  return { ...row, ...Object.fromEntries(fields) };
}
