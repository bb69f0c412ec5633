import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { publicAddress, type Config } from './config.ts';
import { createLatePictures, type LatePictures } from './features/jobs/index.ts';
import { openEpayGateway, type EpayGateway } from './features/billing/epay/index.ts';
import { openPaymentGateway, type PaymentGateway } from './features/billing/orders/index.ts';
import { ensurePlans } from './features/billing/plans/index.ts';
import { openReportPrinter, type ReportPrinter } from './features/reports/index.ts';
import { createTrustStore, type TrustStore } from './features/trust/index.ts';
import { createUploadMemory, type UploadMemory } from './http/upload-memory.ts';
import { openAnalysisService, warnOfSlowEngine, type AnalysisService } from './platform/analysis-pool.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { openDatabase, type Database } from './platform/database.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/telemetry/metrics.ts';
import { openTracing, type Tracing } from './platform/telemetry/tracing.ts';
import { watchedAnalysis } from './platform/telemetry/watched-analysis.ts';
import { migrate } from './platform/migrate.ts';
import { MIGRATIONS_DIRECTORY } from './platform/migrations-directory.ts';
import { openBlobStore, type BlobStore } from './platform/blob-store.ts';
import { createJobUploads, type JobUploads } from './platform/job-uploads.ts';
import { createPasswords, type Passwords } from './platform/passwords.ts';
import { openMailbox, openMailer, type Mailbox, type Mailer } from './platform/mailer.ts';
import type { SealedBox } from './platform/sealed-box.ts';
import { openSealedBox } from './platform/secret-keys.ts';
import { openSigningService, type SigningService } from './platform/signing-pool.ts';
import { linksFrom, type Links } from './shared/links.ts';
import { openUploadSpace, type UploadSpace } from './platform/upload-space.ts';

/** Everything the features need, made once and by hand. */
export interface Services {
  config: Config;
  log: Log;
  clock: Clock;
  metrics: Metrics;
  tracing: Tracing;
  database: Database;
  analysis: AnalysisService;
  trust: TrustStore;
  /** The pictures of results that were answered already. */
  latePictures: LatePictures;
  uploads: UploadSpace;
  /** Of the small uploads of this process. */
  uploadMemory: UploadMemory;
  /** The files of jobs, here and where workers of other hosts get at them. */
  jobUploads: JobUploads;
  blobs: BlobStore;
  signing: SigningService;
  /** Encrypts what the database must not hold in the clear. */
  secrets: SealedBox;
  /** Null: there is no payment gateway. */
  epay: EpayGateway | null;
  /** The same, with the row that orders refer to. */
  payments: PaymentGateway | null;
  mailer: Mailer;
  /** Null: mails are sent, or shown to nobody. */
  mailbox: Mailbox | null;
  passwords: Passwords;
  /** Makes reports as PDFs; opens its threads when it is asked to. */
  reports: ReportPrinter;
  links: Links;
  /** Where requests are answered; the port is known for certain once the server listens. */
  listening: { port: number };
  /** Names this process in the leases of the jobs it works on. */
  processName: string;
  close(): Promise<void>;
}

export interface ServiceOverrides {
  log?: Log;
  clock?: Clock;
  database?: Database;
  passwords?: Passwords;
  /** The embedded database failed for good. */
  onDatabaseGivenUp?: (error: Error) => void;
}

/** The log of the process, on its error output. */
export function openLog({ logLevel }: Config): Log {
  return createLog({ level: logLevel, write: (line) => process.stderr.write(line) });
}

/** Opens the database (migrating it), the analysis threads and the folders. What was opened is closed on failure. */
export async function openServices(config: Config, overrides: ServiceOverrides = {}): Promise<Services> {
  const log = overrides.log ?? openLog(config);
  const clock = overrides.clock ?? systemClock;
  const opened: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of opened.splice(0).toReversed()) await end();
  };
  try {
    const telemetry = { metrics: createMetrics(), tracing: await openTracing(config.traceCollectorUrl) };
    opened.push(() => telemetry.tracing.close());
    const epay = await openEpayGateway(config.epay, { clock, log });
    const database =
      overrides.database ??
      (await openMigratedDatabase(config, { log, ...telemetry, onGivenUp: overrides.onDatabaseGivenUp }));
    if (overrides.database === undefined) opened.push(() => database.close());
    if (config.quotaBasis === 'plans') await ensurePlans(database.db);
    const uploads = await openUploadSpace(config.dataDir);
    opened.push(() => uploads.close());
    const trust = await createTrustStore({ database, clock, log, config: config.trust });
    opened.push(() => trust.close());
    const { analysisThreads: threads, analysisMemoryBytes: memoryBytes, measuresPixels } = config;
    const analysis = watchedAnalysis(await openAnalysisService({ threads, memoryBytes, measuresPixels }), telemetry);
    opened.push(() => analysis.close());
    warnOfSlowEngine(analysis.cryptography, log);
    const latePictures = createLatePictures({ db: database.db, log });
    opened.push(() => latePictures.settle());
    const blobs = await openBlobStore(config.storage);
    opened.push(() => blobs.close());
    const isStoreShared = config.storage.kind === 's3';
    const signing = await openSigningService({ config: config.signing, dataDir: config.dataDir, clock, log });
    opened.push(() => signing.close());
    const mailer = openMailer(config);
    opened.push(() => mailer.close());
    const reports = openReportPrinter();
    opened.push(() => reports.close());
    const listening = { port: config.port };
    const links = linksFrom(() => publicAddress(config, listening.port));
    return {
      config,
      log,
      clock,
      ...telemetry,
      database,
      analysis,
      trust,
      latePictures,
      uploads,
      jobUploads: createJobUploads({ database, space: uploads, store: blobs, isStoreShared, log }),
      uploadMemory: createUploadMemory(config.limits),
      blobs,
      signing,
      secrets: await openSealedBox(config.dataDir, config),
      epay,
      payments: await openPaymentGateway(database.db, epay),
      mailer,
      mailbox: openMailbox(config),
      passwords: overrides.passwords ?? createPasswords(),
      reports,
      links,
      listening,
      processName: `${hostname()}:${process.pid}:${randomUUID()}`,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface MigratedDatabaseOptions {
  log: Log;
  tracing?: Tracing;
  onGivenUp?: ((error: Error) => void) | undefined;
}

export async function openMigratedDatabase(
  config: Config,
  { log, tracing, onGivenUp }: MigratedDatabaseOptions,
): Promise<Database> {
  const { databaseUrl, dataDir, databasePool: poolMax, databaseStatementMs: statementMs } = config;
  const database = await openDatabase({ databaseUrl, dataDir, log, poolMax, statementMs, tracing, onGivenUp });
  try {
    await migrate({ database, directory: MIGRATIONS_DIRECTORY, log });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
