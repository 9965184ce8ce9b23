import type { CopySource } from "./copy.ts";

/** A copy as one JSON document, note by note; times are epoch ms. `format` counts changes of its shape. */
export async function* jsonOf(source: CopySource, at: Date): AsyncGenerator<Buffer, void, undefined> {
  const { notebook, programs } = await source.about();
  yield Buffer.from(`{"format":1,"madeAt":${at.getTime()},"notebook":${JSON.stringify(notebook)},"notes":[`);
  yield* listed(source.notes());
  yield Buffer.from('],"tasks":[');
  yield* listed(source.tasks());
  yield Buffer.from(`],"programs":${JSON.stringify(programs)}}\n`);
}

async function* listed(items: AsyncIterable<unknown>): AsyncGenerator<Buffer, void, undefined> {
  let separator = "";
  for await (const item of items) {
    yield Buffer.from(`${separator}\n${JSON.stringify(item)}`);
    separator = ",";
  }
}
