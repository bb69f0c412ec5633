import type { UploadContent } from '../../http/upload-content.ts';
import type { NewAnalysis, WorkTerms } from '../../platform/analysis-pool.ts';
import type { AnalysisInput } from '../jobs/index.ts';
import type { VerificationServices } from './services.ts';

/** Reads and judges one uploaded file with the current trust lists. */
export async function analyzeFile(
  services: VerificationServices,
  file: { content: UploadContent } & Pick<AnalysisInput, 'declared_media_type' | 'preview'>,
  terms: WorkTerms,
): Promise<NewAnalysis> {
  const { content } = file;
  return services.analysis.analyze({
    ...terms,
    ...(content.kind === 'memory' ? { bytes: content.bytes } : { path: content.path }),
    declaredMediaType: file.declared_media_type ?? undefined,
    at: services.clock.now(),
    trust: await services.trust.current(),
    copiesThumbnails: true,
    makesPreview: file.preview !== 'none',
    findRecords: (facts) => services.findRecords(facts),
  });
}
