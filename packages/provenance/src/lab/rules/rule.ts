import type { LabFactName, LabStage } from '../fact-names.ts';

/**
 * How well a rule is founded. `seen`: on a real file. `measured`: on a file that the named program wrote for us. `documented`:
 * in a vendor's document, a standard or the program's source. `reported`: by a third party. `inferred`: by reasoning alone,
 * which never decides anything.
 */
export const LAB_EVIDENCE = ['seen', 'measured', 'documented', 'reported', 'inferred'] as const;
export type LabEvidence = (typeof LAB_EVIDENCE)[number];

/** Facts of one group say the same thing twice: of a group only the strongest rule counts. */
export const LAB_GROUPS = ['sei', 'tag', 'mux', 'shape', 'audio', 'delivery'] as const;
export type LabGroup = (typeof LAB_GROUPS)[number];

/** A question to the facts. Of a fact with several values, one that answers it is enough. */
export type Condition =
  { all: readonly Condition[] } | { any: readonly Condition[] } | { not: Condition } | FactCondition;

export interface FactCondition {
  fact: LabFactName;
  eq?: string | number | boolean;
  in?: readonly (string | number)[];
  /** A pattern that takes linear time: no quantifier inside another. */
  re?: string;
  gte?: number;
  lte?: number;
  exists?: true;
}

export interface Rule {
  id: string;
  pipeline: string;
  group: LabGroup;
  /** From 1 to what the grade allows. */
  weight: number;
  evidence: LabEvidence;
  /** Independent files or reports behind it. */
  samples: number;
  /** The rule only describes sizes, rates, lengths or defaults. */
  shapeOnly?: true;
  when: Condition;
  /** What the pipeline's own files also show. One that can be read and is different takes ten from the support. */
  siblings?: readonly Condition[];
  sources: readonly string[];
}

/** A statement in the file that names a family and counts nothing. */
export interface BesideRule {
  id: string;
  family: string;
  when: FactCondition;
  sources: readonly string[];
}

export interface Pipeline {
  id: string;
  family: string;
  stage: LabStage;
  label: string;
  /** Families whose models it also runs: its mark and theirs do not contradict each other. */
  hosts?: readonly string[];
  /** What a file in the pipeline's own container never is; for the fourth kind of contradiction. */
  constraints?: Constraints;
  /** Families of encoders and muxers that its own files were seen with; absent where none was read. */
  encoders?: readonly string[];
  muxers?: readonly string[];
}

export interface Constraints {
  fps?: readonly number[];
  sizes?: readonly string[];
  maxSeconds?: number;
  audio?: 'yes' | 'no';
  sources: readonly string[];
}
