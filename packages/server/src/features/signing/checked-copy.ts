import type { AnalyzeInput, LabelSite, Report, ServiceCredentialFacts } from '@revera/provenance';
import type { AnalysisService, NewAnalysis, WorkTerms } from '../../platform/analysis-pool.ts';
import type { SignedOutput } from '../../platform/signing-pool.ts';
import type { KeyMode } from '../../shared/api-key-format.ts';
import { AppError } from '../../shared/app-error.ts';
import { checkInput, soundStore, type SignedStore } from './rules.ts';
import { labelProblem, labelsOf, labelToWrite } from './label-order.ts';
import type { LabelOrder, SignFields } from './schemas.ts';
import type { SigningServices } from './services.ts';

/** A file to sign, and where the signed copy goes. */
export type SigningWork = AnalyzeInput & SigningOptions;

export interface SigningOptions {
  /** Where a picture whose bytes are in memory can be read by the process that decodes it. */
  picturePath?: string | undefined;
  outputPath: string;
  mode: KeyMode;
  fields: SignFields;
  /** `none`: no picture is kept beside the result. */
  preview?: 'none' | undefined;
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

interface Needs extends Pick<SigningServices, 'signing' | 'trust' | 'limits' | 'findRecords'> {
  analysis: Pick<AnalysisService, 'judge'>;
}

/** What the input is, and what becomes of its label. */
interface Decided {
  source: Report;
  order: ReturnType<typeof labelToWrite>;
}

/**
 * Inspects the input, writes a signed copy of it, and judges that by the same readers. The copy stays where it was written, also
 * after a failure, and is not flushed. `signed.sha256` is the digest of what was signed and judged, so whoever keeps the file
 * compares it with that.
 *
 * @throws {AppError} POST_VERIFY_FAILED, and whatever `checkInput` and signing throw
 */
export async function makeCheckedCopy(
  services: Needs,
  { fields, issued, label: wanted, preview, ...work }: SigningWork,
  terms: Omit<WorkTerms, 'deadlineMs'>,
): Promise<CheckedOutput> {
  const { analysis, limits, signing, trust } = services;
  let decided: Decided | undefined;
  const signed = await signing.writeCopy({
    ...terms,
    ...work,
    deadlineMs: limits.signingMs,
    // Without a record no job would keep it.
    makesPreview: issued !== null && preview !== 'none',
    timeStamp: fields.timestamp,
    trust: await trust.current(),
    plan: async (found) => {
      const { report, verdict } = await analysis.judge(found, {
        turn: terms.turn,
        copiesThumbnails: false,
        findRecords: (facts) => services.findRecords(facts),
      });
      const history = checkInput(report, verdict, fields.ingredient_policy);
      const order = labelToWrite(wanted, report, fields.content_type);
      decided = { source: report, order };
      return { ...history, declarations: declarationsOf(fields), label: order?.label ?? null };
    },
  });
  if (decided === undefined) throw new Error('a file was signed that nobody decided to sign');
  const record: ServiceCredentialFacts | null =
    issued === null ? null : { ...issued, status: 'active', sandbox: signed.sandbox };
  const check = await analysis.judge(signed.inspection, {
    turn: terms.turn,
    // Without a record no job would keep them.
    copiesThumbnails: issued !== null,
    // Already checked with the input: nothing that it was made from is withdrawn.
    findRecords: () => Promise.resolve({ service_credential: record, withdrawn_ancestors: [] }),
  });
  const store = soundStore(check.report, check.verdict, signed.stamped);
  if (store === null) {
    throw new AppError('POST_VERIFY_FAILED', { cause: new Error(`the output is ${check.verdict.integrity_status}`) });
  }
  const previewing = signed.preview === null ? null : Promise.resolve(signed.preview);
  return { signed, check: { ...check, previewing }, store, label: checkedLabel(decided, check.report) };
}

function declarationsOf({ content_type, generator_name, generator_version, model, organization }: SignFields) {
  return {
    contentType: content_type,
    generatorName: generator_name,
    generatorVersion: generator_version,
    model,
    organization,
  };
}

/** @throws {AppError} POST_VERIFY_FAILED: the copy has not the labels that it should have */
function checkedLabel({ source, order }: Decided, after: Report): CheckedOutput['label'] {
  const problem = labelProblem(order?.label ?? null, source, after);
  if (problem !== null) throw new AppError('POST_VERIFY_FAILED', { cause: new Error(problem) });
  const [site] = labelsOf(after);
  const status = order === null ? 'kept' : order.replaces ? 'replaced' : 'written';
  return site === undefined ? null : { status, site, before: labelsOf(source) };
}
