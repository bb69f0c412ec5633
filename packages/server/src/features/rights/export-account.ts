import { Readable } from 'node:stream';
import type { Language } from '../../shared/language.ts';
import {
  auditAccount,
  countRecoveryCodes,
  getAccount,
  presentAccount,
  presentSession,
  type SignedInCaller,
} from '../accounts/index.ts';
import { presentKey } from '../api-keys/index.ts';
import { presentAudit } from '../audit/index.ts';
import { presentCredential } from '../credentials/index.ts';
import { presentJob } from '../jobs/index.ts';
import {
  listMembers,
  listOpenInvitations,
  listOwnOrganizations,
  presentInvitation,
  presentMember,
  presentOrganization,
  type OwnOrganization,
} from '../organizations/index.ts';
import type { ExportedSession, ReceivedInvitation, SentMail } from './export-schema.ts';
import { arrayText, everyRow, objectText, valueText } from './json-stream.ts';
import {
  readCredentials,
  readInvitationsTo,
  readJobs,
  readKeys,
  readMailsTo,
  readOwnAudit,
  readSessions,
} from './queries/export.ts';
import type { RightsServices } from './services.ts';

/** For lists that are read page by page with an offset. */
const PAGE = 100;

/**
 * Everything stored about a person, as one JSON text that is written while it is read, page by page, so that it takes the memory
 * of one page however much there is. It contains no hash, secret or token.
 */
export async function exportAccount(services: RightsServices, caller: SignedInCaller): Promise<Readable> {
  const { db, clock } = services;
  const { accountId, sessionId, language } = caller;
  const account = await getAccount(db, accountId);
  await db.transaction().execute((trx) => auditAccount(trx, accountId, 'account.exported', caller));
  const { email } = account;
  const own = () => everyPage((page) => listOwnOrganizations(db, accountId, page));
  const head = {
    format: 'revera-account-export',
    version: 1,
    exported_at: clock.now().toISOString(),
    account: presentAccount(account, await countRecoveryCodes(db, accountId)),
  };
  const text = objectText([
    ...Object.entries(head).map(([name, value]) => [name, valueText(value)] as const),
    [
      'sessions',
      arrayText(
        everyRow((after) => readSessions(db, accountId, after)),
        (row): ExportedSession => ({
          ...presentSession(row, sessionId),
          address: row.address,
          ended_at: row.ended_at?.toISOString() ?? null,
        }),
      ),
    ],
    ['organizations', arrayText(own(), presentOrganization)],
    [
      'invitations',
      arrayText(
        everyRow((after) => readInvitationsTo(db, email, after)),
        presentReceived,
      ),
    ],
    [
      'api_keys',
      arrayText(
        everyRow((after) => readKeys(db, { column: 'created_by', id: accountId }, after)),
        presentKey,
      ),
    ],
    [
      'mails',
      arrayText(
        everyRow((after) => readMailsTo(db, email, after)),
        presentMail,
      ),
    ],
    [
      'audit_log',
      arrayText(
        everyRow((after) => readOwnAudit(db, accountId, after)),
        (row) => presentAudit({ ...row, email, is_operator: false }),
      ),
    ],
    ['owned_organizations', ownedText(services, own(), language)],
  ]);
  return Readable.from(text, { objectMode: false });
}

async function* ownedText(
  services: RightsServices,
  organizations: AsyncIterable<OwnOrganization>,
  language: Language,
): AsyncGenerator<string> {
  let before = '[';
  for await (const organization of organizations) {
    if (organization.role !== 'owner') continue;
    yield before;
    yield* organizationText(services, organization, language);
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

function organizationText(
  { db, clock, links }: RightsServices,
  organization: OwnOrganization,
  language: Language,
): AsyncGenerator<string> {
  const { id } = organization;
  return objectText([
    ['organization', valueText(presentOrganization(organization))],
    [
      'members',
      arrayText(
        everyPage((page) => listMembers(db, id, page)),
        presentMember,
      ),
    ],
    [
      'invitations',
      arrayText(
        everyPage((page) => listOpenInvitations(db, id, page)),
        presentInvitation,
      ),
    ],
    [
      'api_keys',
      arrayText(
        everyRow((after) => readKeys(db, { column: 'organization_id', id }, after)),
        presentKey,
      ),
    ],
    [
      'credentials',
      arrayText(
        everyRow((after) => readCredentials(db, id, after)),
        (row) => presentCredential(row, links, clock.now()),
      ),
    ],
    [
      'jobs',
      arrayText(
        everyRow((after) => readJobs(db, id, after)),
        (row) => presentJob(row, language, links),
      ),
    ],
  ]);
}

async function* everyPage<Row>(
  read: (page: { limit: number; offset: number }) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await read({ limit: PAGE, offset });
    yield* rows;
    if (rows.length < PAGE) return;
  }
}

function presentReceived(row: Awaited<ReturnType<typeof readInvitationsTo>>[number]): ReceivedInvitation {
  return {
    id: row.id,
    organization_name: row.organization_name,
    role: row.role,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

function presentMail(row: Awaited<ReturnType<typeof readMailsTo>>[number]): SentMail {
  return {
    kind: row.template,
    language: row.language,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  };
}
