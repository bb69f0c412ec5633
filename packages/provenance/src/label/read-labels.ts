import { plainText } from '../bytes/plain-text.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';
import type { MetadataFindings } from '../media/metadata-item.ts';
import { readMetadata } from '../media/read-metadata.ts';
import { checkLabel } from './check-label.ts';
import { checkLookAlikes, checkSites } from './check-sites.ts';
import { PROVIDERS_VERSION } from './companies.ts';
import { labelFieldsOf, type LabelFacts, type LabelFields, type LabelKey, type LabelSite } from './facts.ts';
import { locateLabels, type LocatedLabel } from './locate.ts';
import { compareSites } from './order.ts';

/** Changes with every change of what the reader finds, of how the rules judge it, and of the table of companies. */
const LABEL_PARSER_VERSION = `1.0+${PROVIDERS_VERSION}`;

/**
 * Every China AIGC label of one file, with the rules that each breaks. Reads only where labels can stand; what kept it
 * from looking is in `problems`.
 */
export function readLabels(source: RandomAccess, mediaType: MediaType): LabelFacts {
  return labelsIn(readMetadata(source, mediaType), mediaType);
}

/** Like `readLabels`, for metadata that were read before. */
export function labelsIn({ items, problems }: MetadataFindings, mediaType: MediaType): LabelFacts {
  const located = locateLabels(items, mediaType);
  const sites = located.sites.toSorted(compareSites);
  const budget = { signatures: LIMITS.labelSignatures };
  const labels = sites.slice(0, LIMITS.labelSites).map((site) => judged(site, budget));
  return {
    parser_version: LABEL_PARSER_VERSION,
    labels,
    look_alikes: located.lookAlikes,
    findings: [...checkSites(sites), ...checkLookAlikes(located.lookAlikes)],
    problems: [...problems, ...located.problems].slice(0, LIMITS.mediaProblems),
  };
}

function judged(site: LocatedLabel, budget: { signatures: number }): LabelSite {
  const { carrier, location, placement, offset, length, state, form, deviations, extra, raw, fields } = site;
  return {
    carrier,
    location,
    placement,
    offset,
    length,
    state,
    form,
    deviations: deviations.map((word) => plainText(word, LIMITS.labelNameChars)),
    fields: cut(fields),
    extra: extra.slice(0, LIMITS.labelExtraNames).map((name) => plainText(name, LIMITS.labelNameChars)),
    raw: plainText(raw, LIMITS.labelRawChars),
    ...checkLabel(site, budget),
  };
}

function cut(fields: LabelFields): LabelFields {
  const text = (key: LabelKey): string | null => {
    const value = fields[key];
    return value === null ? null : plainText(value, LIMITS.labelValueChars);
  };
  return labelFieldsOf(text);
}
