import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';
import { decodeXmlText } from './text-decoding.ts';
import { readXml, type XmlAttribute, type XmlElement, type XmlName } from './xml.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** Attributes of RDF and XML themselves; no properties (RDF/XML §7.2.2, XMP part 1 §7.4). */
const SYNTAX_NAMESPACES = new Set([
  RDF,
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/2000/xmlns/',
  'adobe:ns:meta/',
]);
const CONTAINERS = new Set(['Alt', 'Seq', 'Bag']);

/** One simple value of an XMP packet. All of it is attacker's text. */
export interface XmpProperty extends XmlName {
  value: string;
  /** Names as `prefix:local` from the outside in, joined by `/`; RDF's own nodes are left out but for `rdf:li` and `rdf:value`. */
  path: string;
  form: 'element' | 'attribute' | 'list_item';
}

interface Options {
  /** Takes what was read before a failure, so that it is not lost with it. */
  found?: XmpProperty[];
  /** Elements that count wherever they stand, also outside of RDF. */
  alsoElements?: (name: XmlName) => boolean;
}

/** What an element is to RDF; `outside` stands around it or has nothing to do with it. */
type Role = 'outside' | 'rdf' | 'node' | 'property';

interface Frame {
  element: XmlElement;
  role: Role;
  /** The property that a value in here belongs to; null above the first one. */
  owner: XmlName | null;
  path: string;
  text: string;
  hasElements: boolean;
}

/**
 * The simple properties of an XMP packet, or of an XML document with RDF inside it (SVG). A value in a list or in
 * `rdf:value` belongs to the property around it; a member of a structure has a path.
 *
 * @throws {DecodeError} not well-formed, or with declarations
 * @throws {LimitError} too deep, or too many elements
 */
export function readXmpProperties(
  bytes: Uint8Array,
  at: { what: string; offset: number },
  { found = [], alsoElements = () => false }: Options = {},
): XmpProperty[] {
  const open: Frame[] = [];
  readXml(packetOf(decodeXmlText(bytes)), at, {
    open(element) {
      const parent = open.at(-1);
      const frame = frameOf(element, parent, alsoElements(element));
      // Every value repeats its path: long names, nested, would multiply.
      if (frame.path.length > LIMITS.xmlPathChars) throw new LimitError(at.what, at.offset);
      if (parent !== undefined) {
        parent.hasElements = true;
        parent.text = '';
      }
      open.push(frame);
      if (frame.role === 'node' || frame.role === 'property') addAttributes(frame, found);
    },
    text(piece) {
      const frame = open.at(-1);
      if (frame !== undefined && !frame.hasElements && frame.role === 'property') frame.text += piece;
    },
    close() {
      const frame = open.pop();
      if (frame !== undefined) addElement(frame, found);
    },
  });
  return found;
}

/** Writers pad packets, put a byte order mark before them, and copy bytes that follow them along. */
function packetOf(text: string): string {
  const start = Math.max(0, text.indexOf('<'));
  // In a document that holds a packet, such as an SVG, the document goes on after the packet's end.
  const begin = text.indexOf('<?xpacket begin', start);
  const isPacket = begin !== -1 && /^(?:<\?xml [^>]{0,200}\?>)?\s{0,20}$/.test(text.slice(start, begin).slice(0, 300));
  const trailer = isPacket ? text.indexOf('<?xpacket end', begin) : -1;
  const trailerEnd = trailer === -1 ? -1 : text.indexOf('?>', trailer);
  const end = trailerEnd === -1 ? text.lastIndexOf('>') + 1 : trailerEnd + 2;
  // Zeros are not XML at all; writers that count one byte too many leave them inside values.
  return text.slice(start, Math.max(start, end)).replaceAll('\0', ' ');
}

function frameOf(element: XmlElement, parent: Frame | undefined, counts: boolean): Frame {
  const role = roleOf(element, parent, counts);
  const outer = parent?.path ?? '';
  const isNamed = role === 'property';
  return {
    element,
    role,
    owner: isNamed && element.uri !== RDF ? element : (parent?.owner ?? null),
    path: isNamed ? join(outer, element) : outer,
    text: '',
    hasElements: false,
  };
}

/** RDF/XML alternates nodes and properties (§2.2); writers forget it, so only what RDF names is taken for a node. */
function roleOf({ uri, local }: XmlElement, parent: Frame | undefined, counts: boolean): Role {
  if (uri === RDF && local === 'RDF') return 'rdf';
  if (parent === undefined || parent.role === 'outside') return counts ? 'property' : 'outside';
  if (uri === RDF && (local === 'Description' || CONTAINERS.has(local))) return 'node';
  return 'property';
}

function addAttributes({ element, path, owner }: Frame, found: XmpProperty[]): void {
  for (const attribute of element.attributes) {
    if (isRdfValue(attribute) && owner !== null) found.push(property(owner, attribute.value, path, 'element'));
    else if (isProperty(attribute)) {
      found.push(property(attribute, attribute.value, join(path, attribute), 'attribute'));
    }
  }
}

function addElement({ element, role, owner, path, text, hasElements }: Frame, found: XmpProperty[]): void {
  if (role !== 'property' || hasElements || owner === null) return;
  const resource = element.attributes.find(({ uri, local }) => uri === RDF && local === 'resource');
  const value = resource !== undefined && text.trim() === '' ? resource.value : text;
  // An element without text whose values are its attributes has none of its own.
  if (value.trim() === '' && element.attributes.some((one) => isProperty(one) || isRdfValue(one))) return;
  found.push(property(owner, value, path, element.uri === RDF && element.local === 'li' ? 'list_item' : 'element'));
}

function isRdfValue({ uri, local }: XmlAttribute): boolean {
  return uri === RDF && local === 'value';
}

function isProperty({ uri, prefix, local }: XmlAttribute): boolean {
  // `rdf:about` was once written without its prefix (XMP part 1 §7.9.2.2 note).
  return !SYNTAX_NAMESPACES.has(uri) && prefix !== 'xmlns' && local !== 'xmlns' && !(uri === '' && local === 'about');
}

function property(
  { uri, prefix, local }: XmlName,
  value: string,
  path: string,
  form: XmpProperty['form'],
): XmpProperty {
  return { uri, prefix, local, value, path, form };
}

function join(path: string, { prefix, local }: XmlName): string {
  const name = prefix === '' ? local : `${prefix}:${local}`;
  return path === '' ? name : `${path}/${name}`;
}
