import type { PixelWindow } from '@revera/provenance';
import type { Codec, KernelName } from '@revera/testkit/pixels';
import type { Control } from './controls.ts';

/** How an enlargement differs from the plain one: in stored levels, by the middles of pixels, of pixels that were never compressed. */
export const WAYS = [
  'linear light',
  'corner-aligned',
  'compressed before',
  'sharpened after',
  'grained after',
  'cropped after',
] as const;
export type Way = (typeof WAYS)[number];

/** What is known of a sample, because it was made so. */
export type Truth =
  | { kind: 'enlarged'; factor: number; kernel: KernelName; ways: readonly Way[] }
  | { kind: 'native'; control: Control | 'file as it is' };

export interface Sample {
  window: PixelWindow;
  codec: Codec;
  truth: Truth;
}
