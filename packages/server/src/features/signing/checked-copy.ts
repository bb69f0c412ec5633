import type { LabelSite, ServiceCredentialFacts } from '@revera/provenance';
import type { AnalysisTerms, NewAnalysis, WorkTerms } from '../../platform/analysis-pool.ts';
import type { SignedOutput } from '../../platform/signing-pool.ts';
import type { KeyMode } from '../../shared/api-key-format.ts';
import { flushFile } from '../../platform/flush-file.ts';
import { AppError } from '../../shared/app-error.ts';
import { checkInput, soundStore, type SignedStore } from './rules.ts';
import { labelProblem, labelsOf, labelToWrite } from './label-order.ts';
import type { LabelOrder, SignFields } from './schemas.ts';
import type { SigningServices } from './services.ts';

/** A file to sign, and where the signed copy goes. */
export interface SigningWork {
  path: string;
  outputPath: string;
  mode: KeyMode;
  fields: SignFields;
  /** The label to write; null for none. */
  label: LabelOrder | null;
  /** The record that the output will have in this service; null on the command line, which has no records. */
  issued: Pick<ServiceCredentialFacts, 'credential_id' | 'verify_url'> | null;
}

/** A signed copy that our own verification has found good. */
export interface CheckedOutput {
  signed: SignedOutput;
  check: NewAnalysis;
  store: SignedStore;
  /** What became of labels: one was written or replaced, or those of the input were kept; null without any. */
  label: { status: 'written' | 'replaced' | 'kept'; site: LabelSite; before: readonly LabelSite[] } | null;
}

type Needs = Pick<SigningServices, 'analysis' | 'signing' | 'trust' | 'clock' | 'limits' | 'findRecords'>;

/**
 * Analyses the input, writes a signed copy of it, and verifies that with the same engine. The copy stays where it was written,
 * also after a failure, and is on the disk for good after a success. `signed.sha256` is the digest of what was signed, so
 * whoever keeps the file compares it with that.
 *
 * @param terms of each analysis; signing has a deadline of its own
 * @throws {AppError} POST_VERIFY_FAILED, and whatever `checkInput`, analysing and signing throw
 */
export async function makeCheckedCopy(services: Needs, work: SigningWork, terms: WorkTerms): Promise<CheckedOutput> {
  const { clock, limits, signing, trust } = services;
  const { path, outputPath, mode, fields, issued } = work;
  const source = await analyze(services, {
    ...terms,
    path,
    copiesThumbnails: false,
    findRecords: (facts) => services.findRecords(facts),
  });
  const { hasParent, remoteManifest } = checkInput(source.report, source.verdict, fields.ingredient_policy);
  const order = labelToWrite(work.label, source.report, fields.content_type);
  const signed = await signing.writeCopy({
    ...terms,
    inputPath: path,
    outputPath,
    mediaType: source.report.file.media_type,
    declarations: {
      contentType: fields.content_type,
      generatorName: fields.generator_name,
      generatorVersion: fields.generator_version,
      model: fields.model,
      organization: fields.organization,
    },
    hasParent,
    remoteManifest,
    label: order?.label ?? null,
    mode,
    timeStamp: fields.timestamp,
    at: clock.now(),
    trust: await trust.current(),
    deadlineMs: limits.signingMs,
  });
  const record: ServiceCredentialFacts | null =
    issued === null ? null : { ...issued, status: 'active', sandbox: signed.sandbox };
  const [check] = await Promise.all([
    analyze(services, {
      ...terms,
      path: outputPath,
      // Without a record no job would keep them.
      copiesThumbnails: issued !== null,
      // Already checked with the input: nothing that it was made from is withdrawn.
      findRecords: () => Promise.resolve({ service_credential: record, withdrawn_ancestors: [] }),
    }),
    // The disk takes the copy while it is verified.
    flushFile(outputPath).catch((cause: unknown) => {
      throw new AppError('SIGNING_FAILED', { cause });
    }),
  ]);
  const store = soundStore(check.report, check.verdict, signed.stamped);
  if (store === null) {
    throw new AppError('POST_VERIFY_FAILED', { cause: new Error(`the output is ${check.verdict.integrity_status}`) });
  }
  const problem = labelProblem(order?.label ?? null, source.report, check.report);
  if (problem !== null) throw new AppError('POST_VERIFY_FAILED', { cause: new Error(problem) });
  const [site] = labelsOf(check.report);
  const status = order === null ? 'kept' : order.replaces ? 'replaced' : 'written';
  const label = site === undefined ? null : ({ status, site, before: labelsOf(source.report) } as const);
  return { signed, check, store, label };
}

async function analyze(
  { analysis, clock, trust }: Needs,
  request: Omit<AnalysisTerms, 'declaredMediaType' | 'at' | 'trust'> & { path: string },
): Promise<NewAnalysis> {
  return analysis.analyze({
    ...request,
    declaredMediaType: undefined,
    at: clock.now(),
    trust: await trust.current(),
  });
}
