import { DecodeError } from '../../bytes/decode-error.ts';
import { LIMITS } from '../../limits.ts';
import { readXml, type XmlAttribute, type XmlElement } from '../../media/xml.ts';
import { scanXml, type AttributeSpan, type ElementSpan } from './xml-scan.ts';

/** An attribute as the parser understands it, with its place in the text. */
interface PlacedAttribute extends XmlAttribute {
  span: AttributeSpan;
}

/** An element as the parser understands it, with its place in the text. */
export interface PlacedElement {
  uri: string;
  prefix: string;
  local: string;
  parent: PlacedElement | null;
  attributes: PlacedAttribute[];
  span: ElementSpan;
  /** All text inside, of elements that may be a label; empty for the others. */
  text: string;
}

/**
 * The elements of an XML document in their order. The parser says what they mean, the scanner where they are; a document on
 * which the two differ is refused, because an edit could land in the wrong place.
 *
 * @throws {DecodeError} not well-formed, or of a form that cannot be edited
 */
export function placeElements(
  text: string,
  isCandidate: (element: XmlElement) => boolean,
  what: string,
): PlacedElement[] {
  const spans = scanXml(text, what);
  const placed: PlacedElement[] = [];
  const open: PlacedElement[] = [];
  const listening: PlacedElement[] = [];
  readXml(
    text,
    { what, offset: 0 },
    {
      open: (element) => {
        const span = spans[placed.length];
        if (span === undefined || span.name !== qualified(element.prefix, element.local)) throw differs(what);
        const attributes = element.attributes.map((attribute, index) => placeAttribute(attribute, span, index, what));
        const { uri, prefix, local } = element;
        const one = { uri, prefix, local, parent: open.at(-1) ?? null, attributes, span, text: '' };
        placed.push(one);
        open.push(one);
        if (isCandidate(element)) listening.push(one);
      },
      text: (piece) => {
        for (const element of listening) {
          // Anything longer is not a label, and nested candidates must not multiply a large text.
          if (element.text.length <= LIMITS.labelBytes) element.text += piece;
        }
      },
      close: () => {
        if (open.pop() === listening.at(-1)) listening.pop();
      },
    },
  );
  if (placed.length !== spans.length) throw differs(what);
  return placed;
}

function placeAttribute(
  attribute: XmlAttribute,
  { attributes }: ElementSpan,
  index: number,
  what: string,
): PlacedAttribute {
  const span = attributes[index];
  if (span === undefined || span.name !== qualified(attribute.prefix, attribute.local)) throw differs(what);
  return { ...attribute, span };
}

/** The parser calls the default declaration `xmlns` a prefix without a local name. */
function qualified(prefix: string, local: string): string {
  return prefix === '' || local === '' ? prefix + local : `${prefix}:${local}`;
}

function differs(what: string): DecodeError {
  return new DecodeError(`${what}: XML of a form that cannot be edited`, 0);
}
