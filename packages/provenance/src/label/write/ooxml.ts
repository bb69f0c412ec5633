import type { MediaSource } from '../../media/media-source.ts';
import { CONTENT_TYPES, CUSTOM_PROPERTIES, OOXML_PROPERTIES, ROOT_RELATIONSHIPS } from '../../media/zip/ooxml.ts';
import { openZip, type ZipArchive } from '../../media/zip/zip.ts';
import { attributeValue, editXmlPart, insertLast, removal } from './xml-part.ts';
import { findPart, readPart, rewriteZip, type PartChange } from './zip-rewrite.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { escapeXmlAttribute } from './xml-escape.ts';
import type { PlacedElement } from './xml-positions.ts';
import type { TextEdit } from './xml-text.ts';

const KEY = 'AIGC';
/** The format id of user-defined properties ([MS-OSHARED] §2.3.3.2.3). */
const FORMAT_ID = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}';
const FIRST_PROPERTY_ID = 2;
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.custom-properties+xml';
/** Namespaces of the transitional and the strict form (ISO/IEC 29500-1 and -4). */
const FORMS = {
  transitional: {
    properties: 'http://schemas.openxmlformats.org/officeDocument/2006/custom-properties',
    types: 'http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes',
    relationship: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties',
  },
  strict: {
    properties: 'http://purl.oclc.org/ooxml/officeDocument/customProperties',
    types: 'http://purl.oclc.org/ooxml/officeDocument/docPropsVTypes',
    relationship: 'http://purl.oclc.org/ooxml/officeDocument/relationships/customProperties',
  },
} as const;

/**
 * The label as the custom property `AIGC` (TC260-PG-20258A §6.1). Only the parts that change are written, and the central
 * directory; a part of custom properties is made when the document has none.
 */
export function writeOoxml(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const archive = openZip(source);
  const edit = new PackageEdit(source, archive);
  const part = edit.customPart();
  edit.setProperty(part, json, isLabel);
  edit.setContentType(part);
  edit.removeElsewhere(isLabel);
  return { splices: rewriteZip(source, archive, edit.changes), location: CUSTOM_PROPERTIES.path, isFallback: false };
}

class PackageEdit {
  readonly changes: PartChange[] = [];
  readonly #source: MediaSource;
  readonly #archive: ZipArchive;
  #form: keyof typeof FORMS = 'transitional';

  constructor(source: MediaSource, archive: ZipArchive) {
    this.#source = source;
    this.#archive = archive;
  }

  /** The part that the package's relationships name, or the usual one, to which a relationship is then added. */
  customPart(): string {
    const targets: (string | null)[] = [];
    this.#edit(ROOT_RELATIONSHIPS, (elements, root) => {
      const relationships = elements.filter(({ local }) => local === 'Relationship');
      const typeOf = (element: PlacedElement): string => attributeValue(element, 'Type') ?? '';
      if (relationships.some((element) => typeOf(element).startsWith('http://purl.oclc.org/'))) this.#form = 'strict';
      const found = relationships.find((element) => isCustomRelationship(typeOf(element)));
      if (found !== undefined) {
        targets.push(attributeValue(found, 'Target'));
        return [];
      }
      const id = freeId(relationships.map((element) => attributeValue(element, 'Id') ?? ''));
      const type = FORMS[this.#form].relationship;
      const name = elementName(root, 'Relationship');
      return [insertLast(root, `<${name} Id="${id}" Type="${type}" Target="${CUSTOM_PROPERTIES.path}"/>`)];
    });
    return (targets[0] ?? CUSTOM_PROPERTIES.path).replace(/^(?:\.?\/)+/, '');
  }

  setProperty(part: string, json: string, isLabel: LabelTest): void {
    if (findPart(this.#archive, part) !== null) {
      this.#edit(part, (elements, root) => propertyEdits(elements, root, { json, isLabel, form: this.#form }));
      return;
    }
    const { properties, types } = FORMS[this.#form];
    const text =
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      `<Properties xmlns="${properties}" xmlns:vt="${types}">${property('property', FIRST_PROPERTY_ID, json, '')}</Properties>`;
    this.changes.push({ name: part, entry: null, data: new TextEncoder().encode(text) });
  }

  setContentType(part: string): void {
    this.#edit(CONTENT_TYPES, (elements, root) => {
      const partName = `/${part}`;
      const override = elements.find(
        (element) => attributeValue(element, 'PartName')?.toLowerCase() === partName.toLowerCase(),
      );
      if (override !== undefined && attributeValue(override, 'ContentType') === CONTENT_TYPE) return [];
      const name = elementName(root, 'Override');
      const entry = `<${name} PartName="${escapeXmlAttribute(partName)}" ContentType="${CONTENT_TYPE}"/>`;
      return [...(override === undefined ? [] : [removal(override)]), insertLast(root, entry)];
    });
  }

  /** Labels in the simple properties, where other programs put them. */
  removeElsewhere(isLabel: LabelTest): void {
    for (const { path } of OOXML_PROPERTIES) {
      if (path === CUSTOM_PROPERTIES.path || findPart(this.#archive, path) === null) continue;
      this.#edit(path, (elements, root) =>
        elements
          .filter((element) => element.parent === root && isLabel(new TextEncoder().encode(element.text), 'utf-8'))
          .map(removal),
      );
    }
  }

  #edit(name: string, plan: (elements: PlacedElement[], root: PlacedElement) => TextEdit[]): void {
    const entry = findPart(this.#archive, name);
    if (entry === null) throw new LabelWriteError('media_unreadable', 'The document lacks a part');
    // Relationships may name the same part as several things.
    if (this.changes.some((change) => change.entry === entry)) {
      throw new LabelWriteError('media_unreadable', 'The document uses one part in two ways');
    }
    const data = editXmlPart(readPart(this.#source, entry), name, plan);
    if (data !== null) this.changes.push({ name, entry, data });
  }
}

interface NewProperty {
  json: string;
  isLabel: LabelTest;
  form: keyof typeof FORMS;
}

function propertyEdits(
  elements: PlacedElement[],
  root: PlacedElement,
  { json, isLabel, form }: NewProperty,
): TextEdit[] {
  const properties = elements.filter(({ local, parent }) => local === 'property' && parent === root);
  const labels = properties.filter(
    (element) =>
      attributeValue(element, 'name')?.toLowerCase() === KEY.toLowerCase() ||
      isLabel(new TextEncoder().encode(element.text), 'utf-8'),
  );
  const kept = properties.filter((element) => !labels.includes(element));
  const id = freePropertyId(kept.map((element) => Number(attributeValue(element, 'pid'))));
  const declaration = ` xmlns:vt="${FORMS[form].types}"`;
  return [...labels.map(removal), insertLast(root, property(elementName(root, 'property'), id, json, declaration))];
}

function property(name: string, id: number, json: string, declaration: string): string {
  const value = `<vt:lpwstr${declaration}>${escapeXmlAttribute(json)}</vt:lpwstr>`;
  return `<${name} fmtid="${FORMAT_ID}" pid="${id}" name="${KEY}">${value}</${name}>`;
}

function isCustomRelationship(type: string): boolean {
  return type === FORMS.transitional.relationship || type === FORMS.strict.relationship;
}

function elementName({ prefix }: PlacedElement, local: string): string {
  return prefix === '' ? local : `${prefix}:${local}`;
}

function freeId(used: readonly string[]): string {
  const taken = new Set(used);
  let number = used.length + 1;
  while (taken.has(`rId${number}`)) number += 1;
  return `rId${number}`;
}

/** Ids of properties are unique and begin with 2 ([MS-OLEPS] §2.18.1). */
function freePropertyId(used: readonly number[]): number {
  const taken = new Set(used);
  let id = FIRST_PROPERTY_ID;
  while (taken.has(id)) id += 1;
  return id;
}
