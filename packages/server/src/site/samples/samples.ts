import { SAMPLE_DIGESTS } from './sample-digests.ts';

/** The files that can be looked at without one of one's own; each has a name in its address. */
export const SAMPLES = ['ai-picture', 'photograph', 'changed', 'aigc-label'] as const;
export type SampleName = (typeof SAMPLES)[number];

/** The file and the small picture of a sample, by the names of assets. */
export function sampleAssets(name: SampleName): { file: string; small: string } {
  return { file: `sample-${name}.jpg`, small: `sample-${name}-small.webp` };
}

/** Where a sample leads to its result, below the language. */
export function samplePath(name: SampleName): string {
  return `samples/${name}`;
}

/** Which sample a file is, whoever sent it; null: none. */
export function sampleOf(sha256: string): SampleName | null {
  return SAMPLES.find((name) => SAMPLE_DIGESTS[name] === sha256) ?? null;
}
