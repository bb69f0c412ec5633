import type { AnalysisService } from '../analysis-pool.ts';
import type { AnalysisOutcome, Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** The analysis of files, counted and traced. */
export function watchedAnalysis(
  analysis: AnalysisService,
  { metrics, tracing }: { metrics: Metrics; tracing: Tracing },
): AnalysisService {
  return {
    ...analysis,
    analyze: async (request) => {
      const began = performance.now();
      let outcome: AnalysisOutcome = 'failed';
      try {
        const result = await tracing.span('analyze file', {}, () => analysis.analyze(request));
        outcome = 'done';
        return result;
      } finally {
        metrics.fileAnalyzed(outcome, (performance.now() - began) / 1000);
      }
    },
  };
}
