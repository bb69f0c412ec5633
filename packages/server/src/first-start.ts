import {
  createAdministrator,
  findOperatorOrganization,
  lockAdministrators,
  newOneTimePassword,
} from './features/admin/index.ts';
import { createKey } from './features/api-keys/index.ts';
import { createOrganization } from './features/organizations/index.ts';
import { ensureServiceRoot } from './features/trust/index.ts';
import type { Db } from './platform/database.ts';
import { claimInstallation } from './platform/installation.ts';
import { openDevelopmentAuthority } from './platform/development-authority.ts';
import type { Services } from './services.ts';

const ACTOR = { kind: 'system', id: null } as const;

/** What a new installation is told once. */
export interface FirstStart {
  /** Null: a command made one before, or the address has an account, which is left as it is. */
  administrator: { email: string; password: string } | null;
  testKey: string;
}

/** What of the services it takes; a command opens no more. */
export type FirstStartServices = Pick<Services, 'config' | 'database' | 'clock' | 'log' | 'passwords'>;

/** Makes development certificates when there are none yet, and lets this service trust their root. */
export async function ensureDevelopmentRoot(services: Omit<FirstStartServices, 'passwords'>): Promise<void> {
  const authority = await openDevelopmentAuthority(services.config.dataDir, services.clock);
  await ensureServiceRoot(services, authority.rootPem);
}

/**
 * Makes an organization with its owner, the administrator, and one test key for a new installation. Null on every later
 * start: what it answers is shown once. Several processes that start together do it once.
 */
export async function claimFirstStart(services: FirstStartServices): Promise<FirstStart | null> {
  return services.database.db.transaction().execute(async (trx) => {
    if (!(await claimInstallation(trx))) return null;
    const organizationId = await operatorOrganization(trx);
    const administrator = await makeAdministrator(trx, services);
    const { key } = await createKey(trx, { organizationId, name: 'First test key', mode: 'test', actor: ACTOR });
    return { administrator, testKey: key };
  });
}

/** A command may have made it before the first start. */
async function operatorOrganization(trx: Db): Promise<string> {
  const existing = await findOperatorOrganization(trx);
  if (existing !== undefined) return existing.id;
  return (await createOrganization(trx, { name: 'My organization', kind: 'personal', actor: ACTOR })).id;
}

async function makeAdministrator(
  trx: Db,
  { config, passwords }: FirstStartServices,
): Promise<FirstStart['administrator']> {
  if ((await lockAdministrators(trx)).length > 0) return null;
  const password = newOneTimePassword();
  const passwordHash = await passwords.hashPassword(password);
  const made = await createAdministrator(trx, { email: config.adminEmail, passwordHash, by: { actor: ACTOR } });
  return made === undefined ? null : { email: made.email, password };
}
