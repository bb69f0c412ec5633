import { sql, type RawBuilder } from 'kysely';
import { PLATFORM_LIMITS } from './limits.ts';

const MARK = '/* prepared */';

/**
 * The last word of a statement that is sent with every request: the database then parses and plans it once for each connection.
 * Such a statement names the columns that it answers, because a plan with `*` fails once a migration has added a column; and its
 * text must not depend on values, because each text is kept.
 */
export const PREPARED: RawBuilder<unknown> = sql.raw(MARK);

/** Gives the statements that are marked their names; undefined for any other, and when there are too many. */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!text.endsWith(MARK)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= PLATFORM_LIMITS.preparedStatements) return known;
    const name = `revera_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
