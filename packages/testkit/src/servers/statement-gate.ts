import { connect, createServer, type Socket } from 'node:net';
import { listen, type RunningServer } from './loopback.ts';

/** Where a session of the database is stopped for good. */
export interface Stop {
  /** Parts of what it has sent by then, in this order. */
  statements: readonly string[];
  /** `statement`: the last of them is not passed on. `answer`: it is, and what comes of it is not. */
  at: 'statement' | 'answer';
}

/** The network between a process and its PostgreSQL, which can stop a session at one of its statements. */
export interface StatementGate extends RunningServer {
  /** Resolves when the first session that comes so far has been stopped. All others go on. */
  stopAt(stop: Stop): Promise<void>;
}

/** Longer than any part of a statement that tests look for. */
const KEPT = 1000;

/** @param port of the database on this machine */
export async function startStatementGate(port: number): Promise<StatementGate> {
  const state: GateState = { wanted: null };
  const server = createServer((client) => link(state, client, connect(port, '127.0.0.1')));
  const running = await listen(server, 'tcp');
  return {
    ...running,
    stopAt: (stop) =>
      new Promise((resolve) => {
        state.wanted = { stop, reached: resolve };
      }),
  };
}

interface GateState {
  /** Null: every session may go on. */
  wanted: { stop: Stop; reached: () => void } | null;
}

function link(state: GateState, client: Socket, database: Socket): void {
  let isStopped = false;
  let watched: Stop | undefined;
  let sent = '';
  let passed = 0;
  /** Whether what was sent by now, of which a statement may be in several pieces, has come to the stop. */
  const comesToStop = (chunk: Buffer, stop: Stop): boolean => {
    if (watched !== stop) [watched, sent, passed] = [stop, '', 0];
    sent += chunk.toString('latin1');
    for (;;) {
      const statement = stop.statements[passed];
      if (statement === undefined) return true;
      const found = sent.indexOf(statement);
      if (found === -1) {
        sent = sent.slice(-KEPT);
        return false;
      }
      passed += 1;
      sent = sent.slice(found + statement.length);
    }
  };
  client.on('data', (chunk) => {
    if (isStopped) return;
    const { wanted } = state;
    if (wanted === null || !comesToStop(chunk, wanted.stop)) return void database.write(chunk);
    isStopped = true;
    state.wanted = null;
    database.pause();
    if (wanted.stop.at === 'answer') database.write(chunk);
    wanted.reached();
  });
  database.on('data', (chunk) => client.write(chunk));
  for (const [from, to] of [
    [client, database],
    [database, client],
  ] as const) {
    from.on('error', () => from.destroy());
    from.on('close', () => to.destroy());
  }
}
