import type pg from 'pg';
import { connectDatabase, type Database } from './database.ts';
import { silentLog } from './log.ts';
import type { TestDatabase } from './test-database.ts';

/** Connections of their own to a test's database; `statements` are those that were sent, `begin` and `commit` included. */
export interface WatchedDatabase {
  database: Database;
  statements: string[];
  close(): Promise<void>;
}

/** A single connection, which has been used before: what a new one sends first is not counted. */
export async function watchDatabase({ connection }: TestDatabase): Promise<WatchedDatabase> {
  const database = await connectDatabase(connection, { log: silentLog, poolMax: 1 });
  const statements: string[] = [];
  const watched = new WeakSet<pg.PoolClient>();
  database.pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const send = client.query.bind(client);
    Object.assign(client, {
      query: (...question: unknown[]): unknown => {
        const text = textOf(question[0]);
        if (text !== undefined) statements.push(text);
        return Reflect.apply(send, client, question);
      },
    });
  });
  await database.db.selectFrom('installation').select('id').execute();
  statements.length = 0;
  return { database, statements, close: () => database.close() };
}

/** The driver takes a text, or an object with one. */
function textOf(question: unknown): string | undefined {
  if (typeof question === 'string') return question;
  if (typeof question !== 'object' || question === null || !('text' in question)) return undefined;
  return typeof question.text === 'string' ? question.text : undefined;
}
