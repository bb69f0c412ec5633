import { randomBytes } from 'node:crypto';
import { connectDatabase, type Database } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { migrate } from '../../platform/migrate.ts';
import { MIGRATIONS_DIRECTORY } from '../../platform/migrations-directory.ts';
import { createTestDatabase } from '../../platform/test-database.ts';

export interface ModelDatabase extends Database {
  drop(): Promise<void>;
}

const POOL_MAX = 16;

/**
 * An empty database for a run.
 *
 * @param url of a PostgreSQL on which a new database may be made; undefined: the embedded one
 */
export async function openModelDatabase(url: string | undefined): Promise<ModelDatabase> {
  if (url === undefined) return createTestDatabase({ poolMax: POOL_MAX });
  const admin = await connectDatabase({ connectionString: url }, { log: silentLog, poolMax: 1 });
  const name = `revera_model_${randomBytes(6).toString('hex')}`;
  await admin.pool.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await connectDatabase({ connectionString: own.href }, { log: silentLog, poolMax: POOL_MAX });
  await migrate({ database, directory: MIGRATIONS_DIRECTORY, log: silentLog });
  return {
    ...database,
    drop: async () => {
      await database.close();
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}
