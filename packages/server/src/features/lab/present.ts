import { presentLab, presentResult, type LabReportStage } from '@revera/provenance';
import type { LabFindings } from '../../platform/analysis-pool.ts';
import type { UploadedFile } from '../../http/upload.ts';
import type { Language } from '../../shared/language.ts';
import type { LabExamination } from './schemas.ts';

/** What was found in one clip, in the reader's language. What names an account, an upload or a device is masked. */
export function presentExamination(
  { lab, analysis }: LabFindings,
  { filename, sha256 }: Pick<UploadedFile, 'filename' | 'sha256'>,
  language: Language,
): LabExamination {
  const found = presentLab(lab, { language });
  const report = { ...found, stages: found.stages.map(ownStage) };
  if (analysis === null) return { ...report, inspection: null };
  const result = presentResult(analysis.report, analysis.verdict, { id: '', filename, sha256, language });
  const { c2pa, china_aigc: label, metadata } = result;
  const [first] = label.items;
  return {
    ...report,
    inspection: {
      provenance_status: result.provenance_status,
      credential: {
        status: result.credential_integrity_status,
        trust_status: c2pa.trust_status,
        signer: c2pa.signer,
        generator: c2pa.generator,
      },
      china_aigc: {
        present: label.present,
        label: first?.label ?? null,
        content_producer: first?.content_producer ?? null,
        company: first?.producer?.company ?? null,
      },
      metadata: { status: metadata.status, vendor: metadata.vendor, model: metadata.model },
    },
  };
}

/** The table of rules is read-only, and an answer is not. */
function ownStage({ pipelines, ...stage }: LabReportStage): LabExamination['stages'][number] {
  const own = pipelines.map(({ rules, ...pipeline }) => ({
    ...pipeline,
    rules: rules.map((rule) => ({ ...rule, sources: [...rule.sources] })),
  }));
  return { ...stage, pipelines: own };
}
