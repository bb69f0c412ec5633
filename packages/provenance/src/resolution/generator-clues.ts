import { LIMITS } from '../limits.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { decodeItemText } from '../media/text-decoding.ts';
import type { PictureSize, ResolutionClue } from './facts.ts';

/** Where generators write their settings: as one text, or as a graph in JSON. */
const SETTINGS_KEY = /^(?:parameters|UserComment)$/;
const GRAPH_KEY = /^(?:prompt|workflow)$/;
const UPSCALED_AFTERWARDS = /Postprocess upscale by: ?(\d+(?:\.\d+)?)/;
const SECOND_PASS = /Hires upscale: ?(\d+(?:\.\d+)?)/;
const GENERATED_SIZE = /(?:^|[\n,]) ?Size: ?(\d{1,5})x(\d{1,5})/;
const ENLARGING_NODE = /"class_type": ?"(?:ImageUpscaleWithModel|UltimateSDUpscale|ImageScaleBy)"/;
const SAME_SIZE = 1.02;

/** What the settings of a generator say about an enlargement. They come last in a long text. */
export function generatorClues(items: readonly MetadataItem[], image: PictureSize): ResolutionClue[] {
  return items.flatMap(({ kind, key, bytes, encoding }) => {
    if (kind !== 'entry' || key === null || bytes.length > LIMITS.vendorPayloadChars) return [];
    if (GRAPH_KEY.test(key)) return graphClues(decodeItemText(bytes, encoding));
    if (!SETTINGS_KEY.test(key)) return [];
    return settingsClues(decodeItemText(bytes, encoding).slice(-LIMITS.vendorInfotextChars), image);
  });
}

function graphClues(text: string): ResolutionClue[] {
  return ENLARGING_NODE.test(text) ? [{ code: 'generator_declares_enlargement', size: null, ratio: null }] : [];
}

function settingsClues(text: string, image: PictureSize): ResolutionClue[] {
  const afterwards = Number(UPSCALED_AFTERWARDS.exec(text)?.[1] ?? 1);
  if (afterwards > 1) return [{ code: 'generator_upscale_factor', size: null, ratio: afterwards }];
  const [, width, height] = (GENERATED_SIZE.exec(text) ?? []).map(Number);
  const size = width === undefined || height === undefined || width * height === 0 ? null : { width, height };
  const ratio = Number(SECOND_PASS.exec(text)?.[1] ?? 1);
  const isSmaller = size !== null && image.width > size.width * SAME_SIZE && image.height > size.height * SAME_SIZE;
  if (ratio > 1 || isSmaller) return [{ code: 'generator_two_pass', size, ratio: ratio > 1 ? ratio : null }];
  return [];
}
