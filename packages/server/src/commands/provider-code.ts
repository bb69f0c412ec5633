import { findFirstOrganization, findOrganization, storeProviderCode } from '../features/organizations/index.ts';
import { providerCodeProblem } from '../shared/provider-code.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { COMMAND_ACTOR, withDatabase } from './with-database.ts';

export interface ProviderCodeRequest {
  /** Null for the first organization of the installation. */
  organization_id: string | null;
  /** Undefined to show the stored code, null to remove it. */
  code?: string | null;
}

export interface ProviderCodeStored {
  organization_id: string;
  name: string;
  provider_code: string | null;
}

/** Shows or stores the service provider code for labels made here (TC260-PG-20252A). Never makes one up. */
export function providerCodeCommand(
  environment: Environment,
  { organization_id, code }: ProviderCodeRequest,
): Promise<CommandResult<ProviderCodeStored>> {
  const problem = typeof code === 'string' ? providerCodeProblem(code) : null;
  if (problem !== null) return Promise.resolve(refused('CODE_INVALID', problem));
  return withDatabase(environment, ({ database }) =>
    database.db.transaction().execute(async (trx) => {
      const found = await (organization_id === null
        ? findFirstOrganization(trx)
        : findOrganization(trx, organization_id));
      if (found === undefined) return refused('NOT_FOUND', `There is no organization ${organization_id ?? 'yet'}.`);
      const organizationId = found.id;
      const row =
        code === undefined ? found : await storeProviderCode(trx, { organizationId, code, actor: COMMAND_ACTOR });
      return done({ organization_id: row.id, name: row.name, provider_code: row.provider_code });
    }),
  );
}
