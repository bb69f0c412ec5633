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

/** Makes development certificates when there are none yet, and lets this service trust their root. */
export async function ensureDevelopmentRoot(services: Services): Promise<void> {
  const authority = await openDevelopmentAuthority(services.config.dataDir, services.clock);
  await ensureServiceRoot(services, authority.rootPem);
}

/**
 * Makes an organization and one test key for a new installation. Null on every later start: the key is shown once.
 * Several processes that start together do it once.
 */
export async function claimFirstStart({ database }: Services): Promise<FirstStart | null> {
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
