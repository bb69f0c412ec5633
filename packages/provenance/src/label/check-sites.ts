import {
  LABEL_KEYS,
  type LabelFields,
  type LabelFinding,
  type LabelKey,
  type LabelSite,
  type LookAlike,
} from './facts.ts';
import { finding, nameSome } from './finding.ts';

/** What makes two labels about different content. */
const IDENTITY: ReadonlySet<LabelKey> = new Set(['Label', 'ContentProducer', 'ProduceID']);

/** A file keeps one label (GB 45438-2025 6.1 c); what is wrong with several depends on how they differ: AIGC-050 to 052. */
export function checkSites(sites: readonly Pick<LabelSite, 'state' | 'fields'>[]): LabelFinding[] {
  const [first, ...others] = sites.filter(({ state }) => state === 'decoded').map(({ fields }) => fields);
  if (first === undefined || others.length === 0) return [];
  const count = String(others.length + 1);
  const differing = LABEL_KEYS.filter((key) => others.some((other) => valueOf(other, key) !== valueOf(first, key)));
  if (differing.length === 0) return [finding('AIGC-050', { count })];
  const rule = differing.some((key) => IDENTITY.has(key)) ? 'AIGC-051' : 'AIGC-052';
  return [finding(rule, { count, keys: nameSome(differing) })];
}

/** An absent and an empty value mean the same. */
function valueOf(fields: LabelFields, key: LabelKey): string {
  return fields[key] ?? '';
}

/** One finding for each schema, at its first place. */
export function checkLookAlikes(lookAlikes: readonly LookAlike[]): LabelFinding[] {
  const firsts = new Map(lookAlikes.toReversed().map(({ schema, location }) => [schema, location]));
  return [...firsts].map(([schema, location]) => finding('AIGC-073', { schema, location }));
}
