import { latin1Text } from '../bytes/latin1-text.ts';
import { LIMITS } from '../limits.ts';
import type { MediaProblem, MetadataItem } from '../media/metadata-item.ts';
import { decodeItemText } from '../media/text-decoding.ts';
import { positionOf, type LabelPosition } from './carriers.ts';
import { decodeLabel } from './decode-label.ts';
import type { LookAlike } from './facts.ts';
import { readFrontMatterLabel } from './front-matter.ts';
import { hasCoreKey, mapMembers } from './label-keys.ts';
import type { LocatedLabel } from './located-label.ts';
import { locateInXmp } from './locate-xmp.ts';
import { findLookAlike } from './look-alikes.ts';
import { siteOf, type AnyDecodedLabel } from './site.ts';

export type { LocatedLabel };

export interface LocatedLabels {
  sites: LocatedLabel[];
  lookAlikes: LookAlike[];
  problems: MediaProblem[];
}

/** How a label begins where a segment is nothing but its text, also in UTF-16. */
const BARE_TEXT = /^[\s\0\xef\xbb\xbf\xfe\xff]{0,8}(?:A\0?I\0?G\0?C|[{"&])/i;
const BARE_TEXT_BYTES = 24;

interface Search extends LocatedLabels {
  mediaType: string;
  yamlBlocks: number;
}

/** Finds the labels among a file's metadata. Anything that is neither a label nor a trace of a damaged one is skipped. */
export function locateLabels(items: readonly MetadataItem[], mediaType: string): LocatedLabels {
  const search: Search = { sites: [], lookAlikes: [], problems: [], mediaType, yamlBlocks: 0 };
  for (const item of items) {
    const position = positionOf(item, mediaType);
    if (position !== null) search.sites.push(...locateInItem(item, position, search));
    if (search.sites.length > LIMITS.labelSites) {
      search.sites.length = LIMITS.labelSites;
      search.problems.push({ kind: 'limit', what: 'labels', offset: item.offset });
      break;
    }
  }
  const { sites, lookAlikes, problems } = search;
  return {
    sites,
    lookAlikes: lookAlikes.slice(0, LIMITS.labelSites),
    problems: problems.slice(0, LIMITS.mediaProblems),
  };
}

function locateInItem(item: MetadataItem, position: LabelPosition, search: Search): LocatedLabel[] {
  if (item.kind === 'xmp') return locateInXmp(item, position, search.problems);
  const decoded = decodeItem(item, position, search);
  if (decoded === null) return [];
  const isShell = position.isNamed || item.kind === 'front_matter';
  const site = decoded.kind === 'empty' && !isShell ? null : siteOf(item, position, decoded);
  noteUnread(item, position, decoded, search);
  return site === null ? [] : [site];
}

/** Null when it cannot be a label. */
function decodeItem(item: MetadataItem, position: LabelPosition, search: Search): AnyDecodedLabel | null {
  const { kind, key, bytes, encoding } = item;
  if (kind === 'fields') return position.isNamed ? decodeFields(item) : null;
  if (kind === 'front_matter') return decodeFrontMatter(item, search);
  const place = { isNamespaced: false, isNamed: position.isNamed };
  // Application segments are many and large, and hardly ever text.
  if (kind === 'opaque' && !BARE_TEXT.test(latin1Text(bytes.subarray(0, BARE_TEXT_BYTES)))) return null;
  // Beyond the limit only the head of it is decoded, which says whether a label was meant.
  if (bytes.length > LIMITS.labelBytes) return decodeLabel({ bytes, encoding, ...place });
  const text = decodeItemText(bytes, encoding);
  const decoded = decodeLabel({ text, ...place });
  const lookAlike = decoded.kind === 'not_a_label' ? findLookAlike(key, text) : null;
  if (lookAlike !== null) search.lookAlikes.push({ ...lookAlike, location: item.path, offset: item.offset });
  return decoded;
}

/** Apple writes a PDF dictionary where the guide requires a string. */
function decodeFields({ fields }: MetadataItem): AnyDecodedLabel {
  const members = (fields ?? []).map(({ name, text, isText }) => {
    return { name, text, type: isText ? ('string' as const) : ('non-string' as const) };
  });
  const mapped = mapMembers(members);
  if (members.length === 0) return { kind: 'empty' };
  if (!hasCoreKey(mapped.fields, true)) return { kind: 'not_a_label', isTooLarge: false };
  return { kind: 'decoded', form: 'fields', text: '', ...mapped };
}

function decodeFrontMatter(item: MetadataItem, search: Search): AnyDecodedLabel | null {
  const text = decodeItemText(item.bytes, item.encoding);
  if (!/aigc/i.test(text)) return null;
  search.yamlBlocks += 1;
  if (search.yamlBlocks > LIMITS.labelYamlBlocks) {
    search.problems.push({ kind: 'limit', what: 'front matter', offset: item.offset });
    return null;
  }
  return readFrontMatterLabel(text);
}

/** A place for labels that could not be read completely does not prove that there is none. */
function noteUnread(
  { offset, intact }: MetadataItem,
  { isNamed, carrier }: LabelPosition,
  decoded: AnyDecodedLabel,
  { problems }: Search,
): void {
  const isTooLarge = 'isTooLarge' in decoded && decoded.isTooLarge;
  if (isTooLarge && (isNamed || decoded.kind === 'undecodable')) {
    problems.push({ kind: 'limit', what: `label in ${carrier}`, offset });
  } else if (!intact && isNamed && decoded.kind !== 'decoded') {
    problems.push({ kind: 'damaged', what: `label in ${carrier}`, offset });
  }
}
