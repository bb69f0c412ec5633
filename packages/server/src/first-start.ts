import { createKey } from './features/api-keys/index.ts';
import { createOrganization } from './features/organizations/index.ts';
import { ensureServiceRoot } from './features/trust/index.ts';
import { claimInstallation } from './platform/installation.ts';
import { openDevelopmentAuthority } from './platform/development-authority.ts';
import type { Services } from './services.ts';

const ACTOR = { kind: 'system', id: null } as const;

/** What a new installation is told once. */
export interface FirstStart {
  testKey: string;
}

/**
 * Makes what a new installation needs: development certificates whose root this service trusts, an organization and one
 * test key. Null on every later start: the key is shown once. Several processes that start together do it once.
 */
export async function prepareInstallation(services: Services): Promise<FirstStart | null> {
  const { config, clock, database } = services;
  const authority = await openDevelopmentAuthority(config.dataDir, clock);
  await ensureServiceRoot(services, authority.rootPem);
  return database.db.transaction().execute(async (trx) => {
    if (!(await claimInstallation(trx))) return null;
    const organization = await createOrganization(trx, { name: 'My organization', kind: 'personal', actor: ACTOR });
    const { key } = await createKey(trx, {
      organizationId: organization.id,
      name: 'First test key',
      mode: 'test',
      actor: ACTOR,
    });
    return { testKey: key };
  });
}
