/** The `code` of an error of the system or of the database driver (`ENOENT`, `23505`); undefined when it has none. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
