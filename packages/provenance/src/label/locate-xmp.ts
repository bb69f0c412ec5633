import { LIMITS } from '../limits.ts';
import type { MediaProblem, MetadataItem } from '../media/metadata-item.ts';
import { decodeXmlText } from '../media/text-decoding.ts';
import { problemOf, readXmpItem } from '../media/xmp-item.ts';
import type { XmpProperty } from '../media/xmp.ts';
import type { LabelPosition } from './carriers.ts';
import { decodeLabel } from './decode-label.ts';
import { LABEL_KEYS } from './facts.ts';
import { hasCoreKey, labelKeyOf, mapMembers } from './label-keys.ts';
import type { LocatedLabel } from './located-label.ts';
import { siteOf } from './site.ts';

/** Clause 6 of TC260-PG-20259A; the prefix is free. */
const NAMESPACE = 'http://www.tc260.org.cn/ns/AIGC/1.0/';
const FOREIGN = 'namespace-nonstandard';
const KEYS = new Set<string>(LABEL_KEYS);

/** The labels in one XMP packet or SVG document: properties named AIGC, and elements of a label as properties. */
export function locateInXmp(item: MetadataItem, position: LabelPosition, problems: MediaProblem[]): LocatedLabel[] {
  if (!canHoldLabel(decodeXmlText(item.bytes))) return [];
  const { properties: found, failure } = readXmpItem(item);
  if (failure !== null) problems.push(problemOf(failure));
  const place = { ...item, intact: item.intact && failure === null };
  const sites: LocatedLabel[] = [];
  for (const site of sitesOf(found, place, position)) {
    sites.push(site);
    if (sites.length > LIMITS.labelSites) break;
  }
  return sites;
}

/** One at a time, because a packet can hold very many. */
function* sitesOf(found: XmpProperty[], item: MetadataItem, position: LabelPosition): Generator<LocatedLabel> {
  for (const property of found) {
    const site = isAigc(property.local) ? fromText(item, position, property) : null;
    if (site !== null) yield site;
  }
  for (const group of groupFields(found)) {
    const site = fromFields(item, position, group);
    if (site !== null) yield site;
  }
}

/** Names cannot be spelled with entities, so text without these holds no label; declarations must be refused. */
function canHoldLabel(text: string): boolean {
  return /aigc|ContentProduce|ContentPropagat|<!DOCTYPE/i.test(text);
}

function isAigc(local: string): boolean {
  return local.length === 4 && local.toLowerCase() === 'aigc';
}

function fromText(item: MetadataItem, position: LabelPosition, property: XmpProperty): LocatedLabel | null {
  const { uri, prefix, local, value } = property;
  const isNamespaced = uri === NAMESPACE;
  const decoded = decodeLabel({ text: value, isNamespaced });
  // An empty element of another vocabulary is not a trace of a label.
  if (decoded.kind === 'empty' && !isNamespaced) return null;
  const deviations = [...(isNamespaced ? [] : [FOREIGN]), ...(local === 'AIGC' ? [] : [`name-spelling:${local}`])];
  const site = siteOf(item, { ...position, deviations }, decoded);
  return site === null ? null : { ...site, isNamespaced, xmpName: { uri, prefix, local } };
}

interface FieldGroup {
  uri: string;
  prefix: string;
  /** The structure is named AIGC. */
  isNamed: boolean;
  names: Set<string>;
  members: XmpProperty[];
}

/** Elements of a label that stand side by side as properties: on a node, or in a structure named AIGC. */
function groupFields(found: readonly XmpProperty[]): FieldGroup[] {
  const groups: FieldGroup[] = [];
  const open = new Map<string, FieldGroup>();
  for (const property of found) {
    const { uri, prefix, local, path, form } = property;
    if (form === 'list_item' || (!KEYS.has(local) && labelKeyOf(local) === null)) continue;
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const isNamed = isAigc(parent.slice(Math.max(parent.lastIndexOf('/'), parent.lastIndexOf(':')) + 1));
    if (!isNamed && (parent !== '' || !KEYS.has(local))) continue;
    const id = `${uri} ${parent}`;
    const last = open.get(id);
    const group =
      last === undefined || last.names.has(local)
        ? { uri, prefix, isNamed, names: new Set<string>(), members: [] }
        : last;
    if (group !== last) groups.push(group);
    open.set(id, group);
    group.names.add(local);
    group.members.push(property);
  }
  return groups;
}

function fromFields(
  item: MetadataItem,
  position: LabelPosition,
  { uri, prefix, isNamed, members }: FieldGroup,
): LocatedLabel | null {
  const mapped = mapMembers(members.map(({ local, value }) => ({ name: local, text: value, type: 'string' })));
  // `xmp:Label` is a colour that people give their pictures.
  if (!hasCoreKey(mapped.fields, isNamed) || (!isNamed && mapped.fields.Label === null)) return null;
  const isNamespaced = uri === NAMESPACE && isNamed;
  const isSvg = item.path === 'svg';
  const place = {
    ...position,
    carrier: isSvg && !isNamed ? ('svg_attributes' as const) : position.carrier,
    placement: 'other' as const,
    deviations: uri === NAMESPACE ? [] : [FOREIGN],
  };
  const site = siteOf(item, place, { kind: 'decoded', form: 'fields', text: '', ...mapped });
  return site === null ? null : { ...site, isNamespaced, xmpName: { uri, prefix, local: isNamed ? 'AIGC' : 'Label' } };
}
