import type { LabClaim, LabComparison, LabFacts, LabGeneration, LabReason, LabVerdict } from '../facts.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import type { Constraints, Pipeline } from '../rules/rule.ts';
import { bandOf, type Support } from './support.ts';

export interface Compared {
  claim: LabClaim;
  facts: LabFacts;
  all: readonly Support[];
  generation: LabGeneration;
  book: RuleBook;
}

/** From here on support is enough for a yes. */
const ENOUGH = 40;
/** And so far ahead of anything else. */
const LEAD = 20;
/** From here on another origin speaks against the claim, when less than `LEAD` speaks for it. */
const AGAINST = 60;
/** Constraints that have to be broken at once. */
const BROKEN = 2;

/** The claim against the traces. The rows stand in the order in which they count. */
export function compare(compared: Compared): LabComparison {
  const { claim, facts, all } = compared;
  const best = (of: readonly Support[]): Support | null =>
    of.toSorted((one, two) => two.deciding - one.deciding)[0] ?? null;
  const isOrigin = claim.stage === 'origin' || claim.stage === 'capture';
  const mine = best(all.filter(({ family }) => family === claim.family));
  const other = best(all.filter((one) => one.stage === 'origin' && one.family !== claim.family));
  const camera = best(all.filter((one) => one.stage === 'capture' && one.family !== claim.family));
  const answer = (verdict: LabVerdict, reason: LabReason, rests: Support | null): LabComparison => ({
    verdict,
    reason,
    band: bandOf(rests?.deciding ?? 0),
    observations: [...new Set((rests?.rules ?? []).flatMap(({ observations }) => observations))],
    mine: mine?.deciding ?? 0,
    other: Math.max(other?.deciding ?? 0, camera?.deciding ?? 0),
  });
  if (facts.status === 'unsupported' || facts.clip.video === null) return answer('inconclusive', 'not_probed', null);
  if (claim.family === null || claim.stage === null) return answer('inconclusive', 'no_claim', null);
  const [forIt, against] = [mine?.deciding ?? 0, other?.deciding ?? 0];
  if (!isOrigin) {
    return forIt >= ENOUGH ? answer('consistent', 'stage_match', mine) : answer('inconclusive', 'stage_not_seen', mine);
  }
  if (against >= ENOUGH && other !== null && mayHost(compared, other.family)) {
    return forIt >= ENOUGH && forIt - against >= LEAD
      ? answer('consistent', 'origin_match', mine)
      : answer('inconclusive', 'hosted_model_possible', other);
  }
  if (forIt >= ENOUGH && forIt - against >= LEAD) return answer('consistent', 'origin_match', mine);
  if (forIt < LEAD && against >= AGAINST) return answer('inconsistent', 'other_origin', other);
  if (forIt < LEAD && claim.stage === 'origin' && (camera?.deciding ?? 0) >= AGAINST) {
    return answer('inconsistent', 'camera_origin', camera);
  }
  if (forIt < LEAD && breaksConstraints(compared, other)) {
    return { ...answer('inconsistent', 'constraint', other), band: 'weak' };
  }
  return answer('inconclusive', whyOpen(compared, forIt, against), mine);
}

/** Whether the claimed app runs the other maker's models, or the other way round. */
function mayHost({ claim, book }: Compared, otherFamily: string): boolean {
  const hosts = (family: string | null, guest: string | null): boolean =>
    [...book.pipelines.values()].some(
      (one) => one.family === family && one.hosts?.some((host) => host === '*' || host === guest) === true,
    );
  return hosts(claim.family, otherFamily) || hosts(otherFamily, claim.family);
}

/** A file straight from another generator, which the claimed one could not have written. */
function breaksConstraints({ claim, facts, book, generation }: Compared, other: Support | null): boolean {
  if (generation !== 'first' || other === null || other.deciding < ENOUGH) return false;
  const pipeline = [...book.pipelines.values()].find((one: Pipeline) => one.family === claim.family);
  return pipeline?.constraints !== undefined && brokenBy(facts, pipeline.constraints) >= BROKEN;
}

function brokenBy({ clip }: LabFacts, { fps, sizes, maxSeconds, audio }: Constraints): number {
  const { video, duration_seconds: seconds } = clip;
  const rate = video?.fps ?? null;
  const size = video?.width == null || video.height == null ? null : `${video.width}x${video.height}`;
  const broken = [
    fps !== undefined && rate !== null && !fps.some((one) => Math.abs(one - rate) <= one * 0.01),
    sizes !== undefined && size !== null && !sizes.includes(size),
    maxSeconds !== undefined && seconds !== null && seconds > maxSeconds,
    audio !== undefined && (audio === 'yes') !== (clip.audio !== null),
  ];
  return broken.filter(Boolean).length;
}

function whyOpen({ claim, generation, all, book }: Compared, forIt: number, against: number): LabReason {
  if (forIt >= LEAD && against >= LEAD) return 'conflict';
  if (generation === 'delivered') return 'stripped_by_delivery';
  if (forIt >= 15) return 'weak_marks';
  const own = [...book.pipelines.values()].find((one) => one.family === claim.family)?.encoders;
  const encoder = all.find(({ stage, deciding }) => stage === 'videoEncoder' && deciding >= ENOUGH);
  const isForeign = encoder !== undefined && own !== undefined && !own.includes(encoder.family);
  return generation === 'reencoded' || isForeign ? 'reencoded' : 'no_marks';
}
