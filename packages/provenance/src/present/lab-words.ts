import type { LabBand, LabBeside, LabGeneration, LabReason, LabVerdict, LabWarning } from '../lab/facts.ts';
import type { LabStage } from '../lab/fact-names.ts';

/** The lab's sentences in one language. `{claim}` and `{found}` are names of pipelines. */
export interface LabWords {
  verdicts: Readonly<Record<LabVerdict, string>>;
  bands: Readonly<Record<LabBand, string>>;
  reasons: Readonly<Record<LabReason, string>>;
  generations: Readonly<Record<LabGeneration, string>>;
  stages: Readonly<Record<LabStage, string>>;
  warnings: Readonly<Record<LabWarning, string>>;
  /** With and without a name. */
  beside: Readonly<Record<LabBeside['kind'], { named: string; unnamed: string }>>;
  /** Families whose names in the table of pipelines are not those that readers of this language know. */
  families: Readonly<Record<string, string>>;
  caveats: readonly string[];
  somebody: string;
  masked: string;
}
