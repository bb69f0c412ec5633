import { randomBytes } from 'node:crypto';
import { link, rename, rm, stat } from 'node:fs/promises';
import { readConfig, type Config } from '../config.ts';
import {
  labelOrder,
  makeCheckedCopy,
  signFields,
  type CheckedOutput,
  type LabelOrder,
  type SignFields,
} from '../features/signing/index.ts';
import { addRoot, emptySnapshot } from '../features/trust/index.ts';
import { judgeInspection } from '../platform/analysis-pool.ts';
import { systemClock } from '../platform/clock.ts';
import { openDevelopmentAuthority } from '../platform/development-authority.ts';
import { flushFile } from '../platform/flush-file.ts';
import { createLog } from '../platform/log.ts';
import { signability } from '../platform/media-types.ts';
import { openSigningService } from '../platform/signing-pool.ts';
import { errorCode } from '../platform/system-error.ts';
import { AppError } from '../shared/app-error.ts';
import { NO_RECORDS } from '../shared/credential-records.ts';
import { ERROR_CODES } from '../shared/error-codes.ts';
import { ValidationFailure } from '../shared/validation-failure.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { operatorRefusal } from './operator-refusal.ts';
import { loadInstalledTrust } from './trust.ts';

export interface SignRequest {
  path: string;
  outputPath: string;
  overwrite: boolean;
  /** Uses the development certificate even when there is a production one. */
  sandbox: boolean;
  /** The text fields of the API; omitted ones have the API's default. */
  fields: Readonly<Record<string, string>>;
}

export interface SignedByCommand {
  file: string;
  media_type: string;
  size_bytes: number;
  sha256: string;
  manifest: string;
  credential_integrity_status: string;
  trust_status: string;
  timestamp_present: boolean;
  sandbox: boolean;
  service_identity: string;
  /** The address of a remote manifest that the file named and the copy does not; null when it named none. */
  remote_manifest_discarded: string | null;
  /** What became of the China AIGC label; null when the file has none. */
  china_aigc: { status: string; location: string; content_producer: string | null; produce_id: string | null } | null;
}

/**
 * Signs one file as the API does, and checks it the same way, without a running server, a database or a record: the credential
 * exists only in the file.
 */
export async function signCommand(
  environment: Environment,
  request: SignRequest,
): Promise<CommandResult<SignedByCommand>> {
  const fields = signFields.safeParse(request.fields);
  if (!fields.success) {
    const problems = fields.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return refused('INVALID_FIELD', problems.join('\n'));
  }
  const draftPath = `${request.outputPath}.${randomBytes(8).toString('hex')}.part`;
  try {
    const config = readConfig(environment);
    const problem = await refusalOf(request, config);
    if (problem !== null) return problem;
    // No organization here has a code to use, and no record has a name that could be the content's number.
    const label = labelOrder(fields.data, { providerCode: null, produceId: randomBytes(16).toString('hex') });
    const made = await signDraft(environment, config, request, { fields: fields.data, label }, draftPath);
    await publish(draftPath, request);
    return done(presentOutput(made, request.outputPath));
  } catch (error) {
    return refusalFor(error, request);
  } finally {
    await rm(draftPath, { force: true });
  }
}

async function refusalOf({ path }: SignRequest, { limits }: Config) {
  const { size } = await stat(path);
  if (size > limits.signFileBytes) {
    return refused(
      'FILE_TOO_LARGE',
      `${path} has ${size} bytes; at most ${limits.signFileBytes} are signed (LIMIT_SIGN_MB).`,
    );
  }
  const { mediaType, signable } = signability({ path });
  if (signable) return null;
  const what =
    mediaType === null ? 'is of no known media type' : `is ${mediaType}, which no credential is written into`;
  return refused('INVALID_FILE_TYPE', `${path} ${what}.`);
}

async function signDraft(
  environment: Environment,
  config: Config,
  { path, sandbox }: SignRequest,
  { fields, label }: { fields: SignFields; label: LabelOrder | null },
  outputPath: string,
): Promise<CheckedOutput> {
  const { dataDir, limits } = config;
  const clock = systemClock;
  const log = createLog({ level: 'warn', write: (line) => process.stderr.write(line) });
  const { rootPem } = await openDevelopmentAuthority(dataDir, clock);
  const installed = (await loadInstalledTrust(environment)) ?? emptySnapshot(config.trust);
  const snapshot = addRoot(installed, rootPem, config.trust, clock.now());
  const signing = await openSigningService({ config: config.signing, dataDir, clock, log });
  try {
    const made = await makeCheckedCopy(
      {
        signing,
        limits,
        trust: { current: () => Promise.resolve(snapshot) },
        findRecords: () => Promise.resolve(NO_RECORDS),
        analysis: {
          judge: async (found, terms) => ({
            ...(await judgeInspection(found, terms)),
            copying: null,
            previewing: null,
          }),
        },
      },
      { path, outputPath, mode: sandbox ? 'test' : 'live', fields, label, issued: null },
      { turn: OWN_TURN },
    );
    await flushFile(outputPath);
    return made;
  } finally {
    await signing.close();
  }
}

/** Nobody else's work is done here. */
const OWN_TURN = { share: 'interactive', owner: '' } as const;

/** An existing name is replaced only on request; a link fails on it, a rename would not. */
async function publish(draftPath: string, { outputPath, overwrite }: SignRequest): Promise<void> {
  await (overwrite ? rename : link)(draftPath, outputPath);
}

function presentOutput({ signed, check, store, label }: CheckedOutput, file: string): SignedByCommand {
  return {
    file,
    media_type: signed.mediaType,
    size_bytes: signed.sizeBytes,
    sha256: signed.sha256,
    manifest: store.manifestLabel,
    credential_integrity_status: check.verdict.integrity_status,
    trust_status: check.verdict.trust_status,
    timestamp_present: store.stampedAt !== null,
    sandbox: signed.sandbox,
    service_identity: signed.identity,
    remote_manifest_discarded: signed.discardedAddress,
    china_aigc:
      label === null
        ? null
        : {
            status: label.status,
            location: label.site.location,
            content_producer: label.site.fields.ContentProducer,
            produce_id: label.site.fields.ProduceID,
          },
  };
}

function refusalFor(error: unknown, { path, outputPath }: SignRequest) {
  if (error instanceof ValidationFailure) {
    return refused(
      'INVALID_FIELD',
      error.problems.map(({ loc, type, message }) => `${loc.at(-1)}: ${message?.en ?? type}`).join('\n'),
    );
  }
  if (error instanceof AppError && error.code !== 'INTERNAL_ERROR') {
    const { cause } = error;
    const why = cause instanceof Error ? ` ${cause.message}` : '';
    return refused(error.code, `${path}: ${ERROR_CODES[error.code].message.en}${why}`);
  }
  const code = errorCode(error);
  if (code === 'EEXIST') return refused('FILE_EXISTS', `${outputPath} exists already; --force replaces it.`);
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
    return refused('CANNOT_READ', error instanceof Error ? error.message : code);
  }
  return operatorRefusal(error);
}
