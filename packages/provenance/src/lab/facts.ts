import type { BesideKind, LabFactName, LabStage } from './fact-names.ts';

/** Where a fact was read. */
export interface LabPlace {
  /** The container's own names from the outside in. */
  path: string;
  /** From the start of the file; null for what was concluded from several places. */
  offset: number | null;
}

/** One fact of a clip. Texts are the file's own: anyone may have written them. */
export interface LabObservation {
  id: string;
  fact: LabFactName;
  stage: LabStage | null;
  value: string | number | boolean;
  where: LabPlace;
  /** Found by searching, in a file whose index is missing or wrong. */
  salvaged: boolean;
  personal: boolean;
}

export const LAB_CONTAINERS = ['isobmff', 'matroska', 'webm', 'mpegts', 'flv', 'avi'] as const;
export type LabContainer = (typeof LAB_CONTAINERS)[number];

/** `partial`: cut off, damaged or beyond a bound. `unsupported`: none of the containers, or no video in it. */
export type LabProbeStatus = 'ok' | 'partial' | 'unsupported';

export const LAB_WARNINGS = [
  'read_limit',
  'damaged',
  'index_missing',
  'bad_sample_lengths',
  'no_video_track',
  'encrypted',
  'tags_blanked_in_place',
  'mixed_traces',
  'mux.version_mismatch',
  'splice',
  'mkv.apps_edited',
  'remuxed_from_raw_es',
  'false_date',
  'settings_contradicted',
  'unix_date',
] as const;
export type LabWarning = (typeof LAB_WARNINGS)[number];

export const LAB_CHECKS = [
  'x264.crf_vs_pps',
  'x264.cabac',
  'x264.8x8dct',
  'x264.weightp',
  'x264.weightb',
  'x264.ref_l0',
  'x264.ref_dpb',
  'x264.reorder',
  'x264.keyint',
  'x264.ctts',
  'rate_vs_vui',
  'size_vs_sps',
  'mux.version_vs_structure',
  'mux.apps_vs_statistics',
  'splice',
  'dates',
] as const;
export type LabCheckId = (typeof LAB_CHECKS)[number];

export interface LabCheck {
  id: LabCheckId;
  result: 'pass' | 'fail' | 'not_applicable';
}

/** What a clip is, in short. */
export interface LabClip {
  container: LabContainer | null;
  layout: string[];
  duration_seconds: number | null;
  video: LabVideo | null;
  audio: LabAudio | null;
  bytes_read: number;
}

export interface LabVideo {
  codec: string;
  width: number | null;
  height: number | null;
  fps: number | null;
  frames: number | null;
  /** Pictures where decoding can begin, and the longest distance between two of them, in pictures. */
  key_frames: number | null;
  longest_gap: number | null;
}

export interface LabAudio {
  codec: string;
  rate: number | null;
  channels: number | null;
  /** Samples that an edit list removes from the start. */
  priming_samples: number | null;
}

/** Facts of one clip, before any rule is asked. */
export interface LabFacts {
  status: LabProbeStatus;
  clip: LabClip;
  observations: LabObservation[];
  checks: LabCheck[];
  warnings: LabWarning[];
}

export const LAB_BANDS = ['none', 'weak', 'moderate', 'strong'] as const;
export type LabBand = (typeof LAB_BANDS)[number];

export interface LabRuleHit {
  id: string;
  weight: number;
  evidence: string;
  observations: string[];
  sources: readonly string[];
}

/** How much of a clip speaks for one pipeline, from 0 to 95. */
export interface LabSupport {
  pipeline: string;
  family: string;
  label: string;
  support: number;
  band: LabBand;
  rules: LabRuleHit[];
}

/** A statement in the file that other readers judge, and whom it names. It counts nothing here. */
export interface LabBeside {
  kind: BesideKind;
  family: string | null;
  label: string | null;
  observations: string[];
}

export const LAB_VERDICTS = ['consistent', 'inconsistent', 'inconclusive'] as const;
export type LabVerdict = (typeof LAB_VERDICTS)[number];

export const LAB_REASONS = [
  'not_probed',
  'no_claim',
  'origin_match',
  'stage_match',
  'stage_not_seen',
  'other_origin',
  'camera_origin',
  'constraint',
  'hosted_model_possible',
  'conflict',
  'stripped_by_delivery',
  'reencoded',
  'weak_marks',
  'no_marks',
] as const;
export type LabReason = (typeof LAB_REASONS)[number];

/** `first`: marks of the origin in its own container. `remuxed`: in another. `reencoded`: by a foreign encoder. */
export const LAB_GENERATIONS = ['first', 'remuxed', 'reencoded', 'delivered', 'unknown'] as const;
export type LabGeneration = (typeof LAB_GENERATIONS)[number];

export interface LabClaim {
  raw: string;
  /** The family that the claim names; null when no row of the table knows it. */
  family: string | null;
  stage: LabStage | null;
  label: string | null;
}

export interface LabComparison {
  verdict: LabVerdict;
  band: LabBand;
  reason: LabReason;
  /** What the reason rests on. */
  observations: string[];
  /** Of the pipelines behind `mine` and `other`, and what they reach. */
  mine: number;
  other: number;
}

/** The judgement of one clip. */
export interface LabResult {
  claim: LabClaim;
  facts: LabFacts;
  generation: LabGeneration;
  stages: Record<LabStage, LabSupport[]>;
  beside: LabBeside[];
  comparison: LabComparison;
}
