import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization } from '../features/organizations/index.ts';
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts';
import { providerCodeCommand, type ProviderCodeRequest } from './provider-code.ts';
import { COMMAND_ACTOR } from './with-database.ts';

const CODE = '001191110102MACQD9K64010000';

let database: TestDatabase;
const organization = { id: '' };
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ask = (request: Partial<ProviderCodeRequest> = {}) =>
  providerCodeCommand({ DATABASE_URL: database.url }, { organization_id: null, ...request });

describe('the provider code of an organization', () => {
  it('is refused where there is no organization yet', async () => {
    expect(await ask()).toMatchObject({ kind: 'refused', code: 'NOT_FOUND' });
  });

  it('is stored, shown and taken away, each change with its row in the audit log', async () => {
    const made = await createOrganization(database.db, { name: 'Mine', kind: 'personal', actor: COMMAND_ACTOR });
    organization.id = made.id;
    expect(await ask()).toMatchObject({ kind: 'done', value: { name: 'Mine', provider_code: null } });
    expect(await ask({ code: CODE })).toMatchObject({ kind: 'done', value: { provider_code: CODE } });
    expect(await ask({ organization_id: made.id })).toMatchObject({ value: { provider_code: CODE } });
    expect(await ask({ code: null })).toMatchObject({ value: { provider_code: null } });
    const { rows } = await database.pool.query(
      `select details from audit_log where action = 'organization.provider_code_changed' order by created_at`,
    );
    expect(rows).toEqual([{ details: { provider_code: CODE } }, { details: { provider_code: null } }]);
  });

  it.each([
    ['a name', 'Example AI', 'CODE_INVALID'],
    ['26 characters', CODE.slice(0, -1), 'CODE_INVALID'],
    ['a wrong check character', '001191110102MACQD9K64110000', 'CODE_INVALID'],
    ['the code of a distribution service', '001191110102MACQD9K64020000', 'CODE_INVALID'],
  ])('%s is refused: it would stand in every label', async (_what, code, refusal) => {
    expect(await ask({ code })).toMatchObject({ kind: 'refused', code: refusal });
    expect(await ask()).toMatchObject({ value: { provider_code: null } });
  });

  it('of an organization that is not there is refused', async () => {
    expect(await ask({ organization_id: 'org_none', code: CODE })).toMatchObject({ code: 'NOT_FOUND' });
  });
});
