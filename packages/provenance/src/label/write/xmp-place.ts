import { LabelWriteError } from './writer.ts';
import type { PlacedElement } from './xml-positions.ts';
import { escapeXml, escapeXmlAttribute } from './xml-escape.ts';
import type { TextEdit } from './xml-text.ts';
import { RDF_URI, TC260_PREFIX, TC260_URI, type LabelledXml, type XmpLabel } from './xmp-labels.ts';

const XMPMETA_URI = 'adobe:ns:meta/';

/**
 * Edits that leave one label: the first in the place of a property is overwritten, the others are removed.
 * @throws {LabelWriteError} the document has no place for a property
 */
export function placeLabel(document: LabelledXml, json: string): TextEdit[] {
  const home = document.labels.find(isProperty);
  if (home === undefined) return [...removals(document.labels), ...insertProperty(document, json)];
  const others = document.labels.filter((label) => label !== home);
  return [...removals(others), overwrite(home, json)];
}

export function removals(labels: readonly XmpLabel[]): TextEdit[] {
  return labels.map(({ place }) => ({ ...place, text: '' }));
}

/** RDF with the property, for a place inside any document. */
export function rdfWithProperty(json: string): string {
  return `<rdf:RDF xmlns:rdf="${RDF_URI}">${descriptionWithProperty('rdf', json)}</rdf:RDF>`;
}

/** The edit that puts content at the start of an element. */
export function insertFirst({ span }: PlacedElement, content: string): TextEdit {
  const { name, contentStart, isEmptyTag } = span;
  if (!isEmptyTag) return { start: contentStart, end: contentStart, text: content };
  return { start: contentStart - 2, end: contentStart, text: `>${content}</${name}>` };
}

export function isRdf({ uri, local }: PlacedElement): boolean {
  return uri === RDF_URI && local === 'RDF';
}

/** Directly in a node of the outermost RDF; anything deeper is about something else, such as an ingredient. */
function isProperty({ element, form, isStandard }: XmpLabel): boolean {
  if (form === 'attribute') return isStandard && isNode(element);
  return form === 'element' && element.parent !== null && isNode(element.parent);
}

function isNode({ parent }: PlacedElement): boolean {
  return parent !== null && isRdf(parent) && !hasAncestor(parent, isRdf);
}

function hasAncestor({ parent }: PlacedElement, test: (element: PlacedElement) => boolean): boolean {
  for (let at = parent; at !== null; at = at.parent) if (test(at)) return true;
  return false;
}

function overwrite({ element, place, valuePlace }: XmpLabel, json: string): TextEdit {
  if (valuePlace !== null) return { ...valuePlace, text: escapeXmlAttribute(json) };
  return { ...place, text: property(json, element.parent !== null && boundPrefix(element.parent) === TC260_URI) };
}

function insertProperty({ elements, labels }: LabelledXml, json: string): TextEdit[] {
  const gone = new Set(labels.filter(({ form }) => form === 'element').map(({ element }) => element));
  const stays = (element: PlacedElement): boolean =>
    !gone.has(element) && !hasAncestor(element, (one) => gone.has(one));
  const rdf = elements.find((element) => isRdf(element) && stays(element));
  if (rdf === undefined) return insertRdf(elements[0], json);
  const description = elements.find(
    (element) => element.parent === rdf && element.uri === RDF_URI && element.local === 'Description',
  );
  if (description === undefined) return [insertFirst(rdf, `\n${descriptionWithProperty(rdf.prefix, json)}`)];
  const bound = boundPrefix(description);
  // A prefix that means something else here keeps its meaning for the neighbours: the property then brings its own.
  const isDeclared = bound === null || bound === TC260_URI;
  const edit = insertFirst(description, `\n${property(json, isDeclared)}`);
  return bound === null ? [declareIn(description), edit] : [edit];
}

function insertRdf(root: PlacedElement | undefined, json: string): TextEdit[] {
  if (root?.uri !== XMPMETA_URI) throw new LabelWriteError('media_unreadable', 'The XMP has no place for a property');
  return [insertFirst(root, `\n${rdfWithProperty(json)}`)];
}

function declareIn({ span }: PlacedElement): TextEdit {
  return { start: span.nameEnd, end: span.nameEnd, text: declaration() };
}

function declaration(): string {
  return ` xmlns:${TC260_PREFIX}="${TC260_URI}"`;
}

function descriptionWithProperty(rdfPrefix: string, json: string): string {
  const [name, about] = rdfPrefix === '' ? ['Description', ''] : [`${rdfPrefix}:Description`, ` ${rdfPrefix}:about=""`];
  return `<${name}${about}${declaration()}>${property(json, true)}</${name}>`;
}

function property(json: string, isDeclared: boolean): string {
  const name = `${TC260_PREFIX}:AIGC`;
  return `<${name}${isDeclared ? '' : declaration()}>${escapeXml(json)}</${name}>`;
}

/** What our prefix means inside an element; null when nothing. */
function boundPrefix(element: PlacedElement): string | null {
  for (let at: PlacedElement | null = element; at !== null; at = at.parent) {
    const found = at.attributes.find(({ prefix, local }) => prefix === 'xmlns' && local === TC260_PREFIX);
    if (found !== undefined) return found.value;
  }
  return null;
}
