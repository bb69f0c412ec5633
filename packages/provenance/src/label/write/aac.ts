import { findHeadTags } from '../../media/audio-tags.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { ID3_LOCATION, planHeadTags } from './mp3.ts';
import type { LabelPlan, LabelTest } from './writer.ts';

/** AAC in ADTS: no guide names it; players and other tools read a leading ID3v2 tag. */
export function writeAac(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const splices = planHeadTags(source, findHeadTags(source), json, isLabel);
  return { splices, location: ID3_LOCATION, isFallback: false };
}
