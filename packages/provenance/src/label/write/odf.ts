import type { MediaSource } from '../../media/media-source.ts';
import { ODF_META } from '../../media/zip/odf.ts';
import { openZip } from '../../media/zip/zip.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { escapeXmlAttribute } from './xml-escape.ts';
import { attributeValue, editXmlPart, insertLast, removal } from './xml-part.ts';
import type { PlacedElement } from './xml-positions.ts';
import type { TextEdit } from './xml-text.ts';
import { findPart, readPart, rewriteZip } from './zip-rewrite.ts';

const KEY = 'AIGC';
const META = 'urn:oasis:names:tc:opendocument:xmlns:meta:1.0';

/**
 * The label as a user-defined field of `meta.xml` (OpenDocument 1.3 part 3, §4.3.3); no guide names a place. The entry
 * `mimetype` stays first and unchanged.
 */
export function writeOdf(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const archive = openZip(source);
  const entry = findPart(archive, ODF_META);
  if (entry === null) throw new LabelWriteError('media_unreadable', `The document has no part ${ODF_META}`);
  const data = editXmlPart(readPart(source, entry), ODF_META, (elements) => metaEdits(elements, json, isLabel));
  const splices = data === null ? [] : rewriteZip(source, archive, [{ name: ODF_META, entry, data }]);
  return { splices, location: ODF_META, isFallback: false };
}

function metaEdits(elements: PlacedElement[], json: string, isLabel: LabelTest): TextEdit[] {
  const meta = elements.find(({ local, parent }) => local === 'meta' && parent === elements[0]);
  if (meta === undefined) throw new LabelWriteError('media_unreadable', `${ODF_META} has no metadata`);
  const labels = elements.filter(({ parent }) => parent === meta).filter((element) => isLabelElement(element, isLabel));
  const field = `<meta:user-defined xmlns:meta="${META}" meta:name="${KEY}" meta:value-type="string">${escapeXmlAttribute(json)}</meta:user-defined>`;
  return [...labels.map(removal), insertLast(meta, field)];
}

function isLabelElement(element: PlacedElement, isLabel: LabelTest): boolean {
  const name = element.local === 'user-defined' ? attributeValue(element, 'name') : null;
  return name?.toLowerCase() === KEY.toLowerCase() || isLabel(new TextEncoder().encode(element.text), 'utf-8');
}
