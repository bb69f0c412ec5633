import { createKey, listKeys, presentKey, revokeKey, type PresentedKey } from '../features/api-keys/index.ts';
import { createOrganization, findFirstOrganization, findOrganization } from '../features/organizations/index.ts';
import type { Db } from '../platform/database.ts';
import type { KeyMode } from '../shared/api-key-format.ts';
import { isScope, SCOPES, type Scope } from '../shared/scopes.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { COMMAND_ACTOR, withDatabase } from './with-database.ts';

export interface CreateKeyRequest {
  mode: KeyMode;
  name: string;
  /** Null for the first organization of the installation, which is made if necessary. */
  organization_id: string | null;
  /** Null for the default scopes. */
  scopes: string[] | null;
}

export async function createKeyCommand(
  environment: Environment,
  request: CreateKeyRequest,
): Promise<CommandResult<PresentedKey & { key: string }>> {
  const unknown = (request.scopes ?? []).filter((scope) => !isScope(scope));
  if (unknown.length > 0) {
    const known = Object.keys(SCOPES).join(', ');
    return refused('SCOPE_UNKNOWN', `Unknown scope ${unknown.join(', ')}. Scopes are ${known}.`);
  }
  const scopes: Scope[] | undefined = request.scopes?.filter(isScope);
  return withDatabase(environment, ({ database }) =>
    database.db.transaction().execute(async (trx) => {
      const organizationId = await organizationOf(trx, request.organization_id);
      if (organizationId === null) return refused('NOT_FOUND', `There is no organization ${request.organization_id}.`);
      const { name, mode } = request;
      const { row, key } = await createKey(trx, { organizationId, name, mode, scopes, actor: COMMAND_ACTOR });
      return done({ ...presentKey(row), key });
    }),
  );
}

async function organizationOf(trx: Db, id: string | null): Promise<string | null> {
  if (id !== null) return (await findOrganization(trx, id))?.id ?? null;
  const first = await findFirstOrganization(trx);
  if (first !== undefined) return first.id;
  return (await createOrganization(trx, { name: 'My organization', kind: 'personal', actor: COMMAND_ACTOR })).id;
}

export function listKeysCommand(environment: Environment): Promise<CommandResult<PresentedKey[]>> {
  return withDatabase(environment, async ({ database }) => done((await listKeys(database.db, null)).map(presentKey)));
}

export function revokeKeyCommand(environment: Environment, id: string): Promise<CommandResult<PresentedKey>> {
  return withDatabase(environment, async ({ database }) => {
    const row = await database.db.transaction().execute((trx) => revokeKey(trx, { id, actor: COMMAND_ACTOR }));
    return row === undefined ? refused('NOT_FOUND', `There is no key ${id}.`) : done(presentKey(row));
  });
}
