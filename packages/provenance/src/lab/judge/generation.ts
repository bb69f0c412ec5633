import type { LabBeside, LabGeneration } from '../facts.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import type { Pipeline } from '../rules/rule.ts';
import type { Support } from './support.ts';

/** From here on a stage counts as seen. */
const SEEN = 40;
const MARKED = 15;
const OWN = 35;

/** How often a clip was written since its generator wrote it, as far as its traces tell. */
export function generationOf(all: readonly Support[], beside: readonly LabBeside[], book: RuleBook): LabGeneration {
  const strongest = (stage: Support['stage'], from: number): Support | undefined =>
    all.find((one) => one.stage === stage && one.deciding >= from);
  if (strongest('delivery', SEEN) !== undefined) return 'delivered';
  const origin = strongest('origin', MARKED);
  const family = origin?.family ?? beside.find((one) => one.family !== null)?.family;
  const pipeline = [...book.pipelines.values()].find((one) => one.family === family && one.stage === 'origin');
  if (pipeline === undefined) return 'unknown';
  if (isForeign(pipeline, 'encoders', strongest('videoEncoder', SEEN))) return 'reencoded';
  if (isForeign(pipeline, 'muxers', strongest('muxer', SEEN) ?? strongest('editor', SEEN))) return 'remuxed';
  return origin !== undefined && origin.deciding >= OWN && !origin.isMixed ? 'first' : 'unknown';
}

function isForeign(pipeline: Pipeline, which: 'encoders' | 'muxers', found: Support | undefined): boolean {
  const own = pipeline[which];
  return found !== undefined && own !== undefined && !own.includes(found.family);
}
