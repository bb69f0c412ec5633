import { latin1Text } from '../../bytes/latin1-text.ts';
import { LIMITS } from '../../limits.ts';
import type { XmlName } from '../../media/xml.ts';
import { LABEL_KEYS } from '../facts.ts';
import type { LabelTest } from './writer.ts';
import { placeElements, type PlacedElement } from './xml-positions.ts';
import type { TextEdit } from './xml-text.ts';

export const TC260_URI = 'http://www.tc260.org.cn/ns/AIGC/1.0/';
export const TC260_PREFIX = 'TC260';
export const RDF_URI = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const DC_URI = 'http://purl.org/dc/elements/1.1/';
const PROPERTY = 'AIGC';

/** One label, or one seventh of one, in a document of XML. */
export interface XmpLabel {
  element: PlacedElement;
  /** `element`: all of it. `attribute`: the property as an attribute of it. `fields`: one of seven attributes. */
  form: 'element' | 'attribute' | 'fields';
  /** The label's text; for `fields` the one value. */
  value: string;
  /** In the property's own namespace and spelling. */
  isStandard: boolean;
  /** What to remove. */
  place: Omit<TextEdit, 'text'>;
  /** For an attribute, the range between its quotes. */
  valuePlace: Omit<TextEdit, 'text'> | null;
}

export interface LabelledXml {
  elements: PlacedElement[];
  labels: XmpLabel[];
}

/**
 * The elements of a document and the labels among them: TC260's property whatever it holds, since a name can occur only once
 * in RDF; a property of that local name in another namespace, and the seven attributes in Dublin Core's, when the value is a
 * label.
 *
 * @throws {DecodeError} not well-formed, or of a form that cannot be edited
 */
export function findXmpLabels(text: string, what: string, isLabel: LabelTest): LabelledXml {
  const elements = placeElements(text, isNamedLabel, what);
  const labels: XmpLabel[] = [];
  let end = 0;
  for (const element of elements) {
    // The content of a label is removed with it.
    if (element.span.start < end) continue;
    const { start, end: elementEnd } = element.span;
    if (isLabelProperty(element, element.text, isLabel)) {
      end = elementEnd;
      const place = { start, end: elementEnd };
      labels.push({
        element,
        form: 'element',
        value: element.text,
        isStandard: isStandard(element),
        place,
        valuePlace: null,
      });
    } else labels.push(...attributeLabels(element, isLabel));
  }
  return { elements, labels };
}

function attributeLabels(element: PlacedElement, isLabel: LabelTest): XmpLabel[] {
  const fields = element.attributes.filter(({ uri, local }) => uri === DC_URI && isLabelKey(local));
  const areFields = fields.length > 1 && fields.some(({ local }) => local !== 'Label');
  return element.attributes.flatMap((attribute): XmpLabel[] => {
    const isField = areFields && fields.includes(attribute);
    if (!isField && !isLabelProperty(attribute, attribute.value, isLabel)) return [];
    const { start, end, valueStart, valueEnd } = attribute.span;
    return [
      {
        element,
        form: isField ? 'fields' : 'attribute',
        value: attribute.value,
        isStandard: isStandard(attribute) && attribute.prefix === TC260_PREFIX,
        place: { start, end },
        valuePlace: { start: valueStart, end: valueEnd },
      },
    ];
  });
}

function isLabelProperty(name: XmlName, value: string, isLabel: LabelTest): boolean {
  if (!isNamedLabel(name)) return false;
  return (
    name.uri === TC260_URI || (value.length <= LIMITS.labelBytes && isLabel(new TextEncoder().encode(value), 'utf-8'))
  );
}

function isNamedLabel({ local, prefix }: XmlName): boolean {
  return prefix !== 'xmlns' && local.toUpperCase() === PROPERTY;
}

function isStandard({ uri, local }: XmlName): boolean {
  return uri === TC260_URI && local === PROPERTY;
}

function isLabelKey(name: string): boolean {
  return LABEL_KEYS.some((key) => key === name);
}

/** What any JSON of a label holds: a brace, and the name of one of the elements that must be there. */
export const looksLikeLabel: LabelTest = (bytes) => {
  const text = latin1Text(bytes);
  return text.includes('{') && LABEL_KEYS.some((key) => !key.startsWith('Reserved') && text.includes(key));
};
