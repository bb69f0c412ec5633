/** The embedded PostgreSQL cannot run here. The message says what to do about it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** The end of every refusal: the way out that always works. */
export const USE_OWN_SERVER = 'Set DATABASE_URL to use a PostgreSQL server of your own.';
