import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { databaseAway, isDatabaseAway } from './database-away.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { createStatementNames } from './prepared-statements.ts';
import type { Tracing } from './telemetry/tracing.ts';

/**
 * The pool as the query builder uses it. Only here is an unavailable database told apart from our own mistakes; and each session
 * is bounded on its server too, so that the locks of a client that was cut off are not held for hours.
 */
export function boundedPool(pool: pg.Pool, { statementMs, tracing }: PoolTerms): PostgresPool {
  const bounded = new WeakSet<pg.PoolClient>();
  const nameOf = createStatementNames();
  return {
    connect: async () => {
      const client = await pool.connect().catch(rethrow);
      const lent = new LentClient(client, { nameOf, tracing });
      if (!bounded.has(client)) {
        try {
          await lent.query(SESSION_BOUNDS, [statementMs, PLATFORM_LIMITS.idleInTransactionMs]);
        } catch (error) {
          lent.release();
          throw error;
        }
        bounded.add(client);
      }
      return lent;
    },
    end: () => pool.end(),
  };
}

export interface PoolTerms {
  statementMs: number;
  tracing: Tracing;
}

/** The keep-alives are in seconds, and have no effect on a Unix socket. */
const SESSION_BOUNDS = `select
  set_config('statement_timeout', $1, false),
  set_config('idle_in_transaction_session_timeout', $2, false),
  set_config('tcp_keepalives_idle', '60', false),
  set_config('tcp_keepalives_interval', '10', false),
  set_config('tcp_keepalives_count', '3', false)`;

/** The commands that the query builder tells apart; others change no rows. */
const COMMANDS = ['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE'] as const;

/** What a statement does; its text and its values stay out of traces. */
const FIRST_WORD = /[a-z]+/i;
const DATABASE_SPAN = { 'db.system.name': 'postgresql' };

interface LentTerms {
  nameOf: (text: string) => string | undefined;
  tracing: Tracing;
}

class LentClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #terms: LentTerms;
  #broken: Error | undefined;

  constructor(client: pg.PoolClient, terms: LentTerms) {
    this.#client = client;
    this.#terms = terms;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    question: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof question !== 'string') throw new TypeError('results are read whole, not by a cursor');
    const operation = FIRST_WORD.exec(question)?.[0].toUpperCase() ?? 'SQL';
    return this.#terms.tracing.span(`database ${operation}`, DATABASE_SPAN, () => this.#ask<R>(question, parameters));
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // A connection that gave no answer in time would let the rollback wait as long again.
    if (this.#broken !== undefined) throw databaseAway(this.#broken);
    try {
      const result = await this.#client.query({ name: this.#terms.nameOf(sql), text: sql, values: [...parameters] });
      const command = COMMANDS.find((known) => known === result.command) ?? 'SELECT';
      return { ...result, command, rowCount: result.rowCount ?? 0 };
    } catch (error) {
      if (isDatabaseAway(error)) this.#broken = error;
      return rethrow(error);
    }
  }

  /** A broken connection is closed, and not reused. */
  release(): void {
    this.#client.release(this.#broken);
  }
}

function rethrow(error: unknown): never {
  throw isDatabaseAway(error) ? databaseAway(error) : error;
}
