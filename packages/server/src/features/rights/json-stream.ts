import type { Cursor } from './queries/export.ts';

/** All rows, a page at a time: never more than one page is in memory. */
export async function* everyRow<Row extends Cursor>(
  read: (after: Cursor | null) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: Cursor | null = null;
  for (;;) {
    const rows: Row[] = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { position: last.position, id: last.id };
  }
}

/** The text of a JSON array whose values come one after another. */
export async function* arrayText<Row>(
  rows: AsyncIterable<Row>,
  present: (row: Row) => unknown,
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(present(row));
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}

/** The text of a JSON object whose members come one after another. */
export async function* objectText(
  members: readonly (readonly [name: string, text: AsyncIterable<string>])[],
): AsyncGenerator<string> {
  for (const [at, [name, text]] of members.entries()) {
    yield `${at === 0 ? '{' : ',\n'}${JSON.stringify(name)}:`;
    yield* text;
  }
  yield '}';
}

/** The text of one value that is already in memory. */
export async function* valueText(value: unknown): AsyncGenerator<string> {
  yield await Promise.resolve(JSON.stringify(value));
}
