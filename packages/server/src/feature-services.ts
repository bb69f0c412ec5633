import { publicAddress } from './config.ts';
import type { AccountServices } from './features/accounts/index.ts';
import { cancelOpenOrder, type NoticeServices } from './features/billing/orders/index.ts';
import type { SubscriptionServices } from './features/billing/subscriptions/index.ts';
import type { FinanceServices } from './features/finance/index.ts';
import { auditRefusedAdminToken } from './features/admin/index.ts';
import { auditRefusedKey, authenticateKey } from './features/api-keys/index.ts';
import type { DocumentServices } from './features/billing/documents/index.ts';
import type { RefundServices } from './features/billing/refunds/index.ts';
import { reserveMore } from './features/billing/charges/index.ts';
import { findRecords, type NamingServices } from './features/credentials/index.ts';
import { openHealth, type Health } from './features/health/index.ts';
import { getJob, presentJob } from './features/jobs/index.ts';
import type { MailServices } from './features/mail/index.ts';
import type { RightsServices } from './features/rights/index.ts';
import { authenticateSession, findMembership } from './features/sessions/index.ts';
import type { SigningServices } from './features/signing/index.ts';
import type { SenderServices, WebhookServices } from './features/webhooks/index.ts';
import type { VerificationServices } from './features/verification/index.ts';
import type { VisitorServices } from './http/admit-visitor.ts';
import type { SessionAuthenticator } from './http/guards.ts';
import type { EndpointServices } from './http/endpoint.ts';
import type { RouteServices } from './http/route-endpoint.ts';
import { objectsOf } from './platform/blob-store.ts';
import { mailsOf } from './platform/mailer.ts';
import { releaseUnit, tellOfRefusal } from './platform/quota-store.ts';
import { postgresRateLimits } from './platform/rate-limits.ts';
import type { Services } from './services.ts';
import { hashToken } from './shared/api-key-format.ts';
import { newId } from './shared/ids.ts';
import { signInAddress, type PageServices } from './site/index.ts';

/** What each part of the server is given of all services. */

export function verificationServices(services: Services): VerificationServices {
  const { config, database, log, clock, analysis, trust, processName, links, jobUploads, latePictures } = services;
  const { limits, retentionMs, anonymousRetentionMs } = config;
  return {
    db: database.db,
    log,
    clock,
    analysis,
    uploads: jobUploads,
    trust,
    findRecords: (facts) => findRecords({ db: database.db, clock, links }, facts),
    latePictures,
    previews: config.previews,
    links,
    limits,
    quotaBasis: config.quotaBasis,
    retentionMs,
    anonymousRetentionMs,
    leaseOwner: processName,
  };
}

export function signingServices(services: Services): SigningServices {
  const { config, signing, blobs, uploads } = services;
  return {
    ...verificationServices(services),
    signing,
    blobs: objectsOf(blobs, 'asset'),
    uploadDirectory: uploads.directory,
    assetRetentionMs: config.assetRetentionMs,
    sessionMode: config.signing.production === null ? 'test' : 'live',
  };
}

export function namingServices(services: Services): NamingServices {
  const { database, clock, blobs, analysis, trust, log, uploads, config } = services;
  return {
    db: database.db,
    clock,
    blobs,
    analysis,
    trust,
    log,
    uploadDirectory: uploads.directory,
    deadlineMs: config.limits.analysisAsynchronousMs,
  };
}

export function mailServices({ mailer, secrets, config, listening }: Services): MailServices {
  return { mailer, secrets, from: config.mail.from, address: () => publicAddress(config, listening.port) };
}

export function accountServices({ config, database, clock, secrets, passwords, links }: Services): AccountServices {
  return { db: database.db, clock, secrets, passwords, links, limits: config.limits };
}

export function documentServices({ database, links, config, reports }: Services): DocumentServices {
  const printDocument: DocumentServices['printDocument'] = (document) => reports.print(document);
  return { db: database.db, links, limits: config.limits, printDocument };
}

export function refundServices({ database, log, config, epay }: Services): RefundServices {
  return { db: database.db, log, limits: config.limits, epay };
}

export function orderServices({ database, log, clock, links, config, payments }: Services): NoticeServices {
  const { db } = database;
  const { limits } = config;
  return { db, log, clock, links, limits, gateway: payments, rateLimits: postgresRateLimits(db) };
}

export function subscriptionServices({ database }: Services): SubscriptionServices {
  return { db: database.db, cancelOrder: (trx, id, by) => cancelOpenOrder(trx, id, { by }) };
}

export function financeServices({ database, log, clock, payments, secrets, links }: Services): FinanceServices {
  return { database, log, clock, gateway: payments, notices: { clock, secrets, links } };
}

export function rightsServices({ database, clock, secrets, links, jobUploads }: Services): RightsServices {
  return { db: database.db, clock, secrets, links, uploads: jobUploads };
}

export function webhookServices({ database, secrets, config }: Services): WebhookServices {
  return { db: database.db, secrets, allowLoopbackHttp: config.webhookAllowLoopbackHttp };
}

export function senderServices({ database, clock, log, links, secrets, config }: Services): SenderServices {
  return {
    database,
    clock,
    log,
    links,
    secrets,
    allowLoopbackHttp: config.webhookAllowLoopbackHttp,
    random: Math.random,
    presentJob: async (id) => presentJob(await getJob(database.db, id), 'en', links),
  };
}

export function healthOf({ config, database, clock, analysis, trust, uploads, blobs }: Services): Health {
  const { limits } = config;
  return openHealth({ db: database.db, clock, analysis, trust, uploadDirectory: uploads.directory, blobs, limits });
}

export function pageServices(services: Services, described: Pick<PageServices, 'health' | 'openApi'>): PageServices {
  const { config, database, clock, links } = services;
  return {
    ...described,
    db: database.db,
    clock,
    quotaBasis: config.quotaBasis,
    links,
    limits: config.limits,
    accounts: accountServices(services),
    trustLists: services,
    finance: financeServices(services),
    refunds: refundServices(services),
    rights: rightsServices(services),
    verification: verificationServices(services),
    webhooks: webhookServices(services),
    orders: orderServices(services),
    subscriptions: subscriptionServices(services),
    documents: documentServices(services),
    reports: services.reports,
    signing: signingServices(services),
    sessions: sessionAuthenticator(services),
    operatorsNeedSecondFactor: config.environment === 'production',
    mails: mailsOf(config),
    indexNowKey: config.indexNowKey,
    securityContact: config.securityContact,
    signingSettings: {
      isProduction: config.signing.production !== null,
      hasTimeStamps: config.signing.timeStampUrls.length > 0,
    },
    assetRetentionMs: config.assetRetentionMs,
  };
}

function sessionAuthenticator({ database }: Services): SessionAuthenticator {
  return {
    authenticate: (token) => authenticateSession(database.db, token),
    findMembership: (accountId, organizationId) => findMembership(database.db, accountId, organizationId),
  };
}

/** What guards and limits need before every route and page. */
export function endpointServices(services: Services): RouteServices & VisitorServices {
  const { config, database, uploads } = services;
  return {
    keys: { authenticate: (bearer, use) => authenticateKey(database.db, bearer, use, config.quotaBasis) },
    sessions: sessionAuthenticator(services),
    origin: () => new URL(publicAddress(config, services.listening.port)).origin,
    signInAddress,
    adminTokenSha256: config.adminToken === undefined ? undefined : hashToken(config.adminToken),
    operatorsNeedSecondFactor: config.environment === 'production',
    rateLimits: postgresRateLimits(database.db),
    limits: config.limits,
    uploadDirectory: uploads.directory,
    uploadMemory: services.uploadMemory,
    reserveMore: (organizationId, operation) =>
      reserveMore(database.db, organizationId, { jobId: newId('job'), operation }, config.quotaBasis),
    tellOfRefusal: (refused) => tellOfRefused(services, refused),
    releaseUnit: (jobId) => releaseReserved(services, jobId),
    now: () => performance.now(),
    onRefusedToken: refusalAudit(services),
  };
}

/** A failure changes nothing for the caller: what is not given back now is when its time has passed. */
async function releaseReserved({ database, log }: Services, jobId: string): Promise<void> {
  await releaseUnit(database.db, jobId).catch((err: unknown) => {
    log.warn({ err, job_id: jobId }, 'a reserved unit could not be given back; it will be when its time has passed');
  });
}

/** A failure changes nothing for the caller, who is refused either way: the next refusal tells. */
async function tellOfRefused(
  { database, config, log }: Services,
  refused: Parameters<EndpointServices['tellOfRefusal']>[0],
): Promise<void> {
  await tellOfRefusal(database.db, refused, config.quotaBasis).catch((err: unknown) => {
    log.warn({ err, ...refused }, 'an organization could not be told that its quota is used up; it will be later');
  });
}

/** Who is told of a bearer token that was refused: the organization of a key, the operator of guesses at their own token. */
function refusalAudit({ config: { limits }, database: { db } }: Services): RouteServices['onRefusedToken'] {
  return (refusal, from) =>
    refusal.kind === 'known_key'
      ? auditRefusedKey(db, limits, refusal, from)
      : auditRefusedAdminToken(db, limits, from);
}
