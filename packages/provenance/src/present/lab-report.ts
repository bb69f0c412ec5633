import type {
  LabBand,
  LabBeside,
  LabCheck,
  LabClip,
  LabGeneration,
  LabProbeStatus,
  LabReason,
  LabVerdict,
  LabWarning,
} from '../lab/facts.ts';
import type { LabStage } from '../lab/fact-names.ts';

/** A judgement of the lab in one language, as it leaves the process. Codes never change with the language. */
export interface LabReport {
  status: LabProbeStatus;
  claim: { raw: string; recognized: boolean; family: string | null; stage: LabStage | null };
  verdict: LabVerdict;
  band: LabBand;
  reason: LabReason;
  /** The verdict and its reason in words. */
  title: string;
  text: string;
  generation: LabGeneration;
  generation_text: string;
  clip: LabClip;
  stages: LabReportStage[];
  /** What a credential, a label or ordinary metadata in the file say. It counts nothing here. */
  beside: { kind: LabBeside['kind']; family: string | null; text: string; observations: string[] }[];
  observations: LabReportObservation[];
  checks: LabCheck[];
  warnings: { code: LabWarning; text: string }[];
  caveats: string[];
}

export interface LabReportStage {
  stage: LabStage;
  name: string;
  pipelines: {
    id: string;
    label: string;
    support: number;
    band: LabBand;
    band_text: string;
    rules: { id: string; weight: number; evidence: string; observations: string[]; sources: readonly string[] }[];
  }[];
}

export interface LabReportObservation {
  id: string;
  fact: string;
  stage: LabStage | null;
  /** Masked when it names an account, an upload or a device, unless the caller asks for it. */
  value: string | number | boolean;
  path: string;
  offset: number | null;
  salvaged: boolean;
}
