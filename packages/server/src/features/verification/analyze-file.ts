import type { Analysis } from '../../platform/analysis-pool.ts';
import type { JobOutput } from '../../platform/queue-finish.ts';
import type { Json } from '../../platform/schema.ts';
import type { AnalysisInput } from '../jobs/index.ts';
import type { VerificationServices } from './services.ts';

/** Reads and judges one uploaded file with the trust lists of this moment. */
export async function analyzeFile(
  services: VerificationServices,
  input: AnalysisInput,
  deadlineMs: number,
): Promise<Analysis> {
  return services.analysis.analyze({
    path: input.path,
    declaredMediaType: input.declared_media_type ?? undefined,
    at: services.clock.now(),
    trust: await services.trust.current(),
    deadlineMs,
  });
}

/** What of an analysis is kept in the job's row. */
export function jobOutput(analysis: Analysis): JobOutput {
  return { result: toJson(analysis.verdict), evidence: toJson(analysis.report), crjson: analysis.crjson };
}

/** Reports and verdicts are plain data by construction (they crossed a thread boundary). */
function toJson(value: object): Json {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}
