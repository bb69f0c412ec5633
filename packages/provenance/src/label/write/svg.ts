import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { imagePlan } from './image-plan.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import type { PlacedElement } from './xml-positions.ts';
import { decodeForEdit, editsToSplices, type TextEdit } from './xml-text.ts';
import { planEdits } from './xmp-edit.ts';
import { isRdf, placeLabel, rdfWithProperty, insertFirst, removals } from './xmp-place.ts';
import type { LabelledXml } from './xmp-labels.ts';

/**
 * The label in RDF in a `metadata` element of the root (SVG 2 §5.9). No guide names SVG; the guides' general place is XMP.
 * Existing RDF there is edited.
 */
export function writeSvg(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  if (source.size > LIMITS.textScanBytes) throw new LabelWriteError('media_unreadable', 'The SVG is too large');
  source.step('SVG', 0);
  const document = decodeForEdit(source.bytes(0, source.size, 'SVG'));
  const edits = planEdits(document, isLabel, (found) => placeInSvg(found, json), [json]);
  return imagePlan(editsToSplices(document, edits, source.fileOffset(0)), 'svg');
}

function placeInSvg(document: LabelledXml, json: string): TextEdit[] {
  const [root] = document.elements;
  if (root?.local !== 'svg') throw new LabelWriteError('media_unreadable', 'The document is no SVG');
  const inMetadata = document.elements.filter((element) => isInMetadata(element, root));
  if (inMetadata.some(isRdf)) {
    const inside = new Set(inMetadata);
    const labels = document.labels.filter(({ element }) => inside.has(element));
    const others = document.labels.filter(({ element }) => !inside.has(element));
    return [...removals(others), ...placeLabel({ elements: inMetadata, labels }, json)];
  }
  const prefix = root.prefix === '' ? '' : `${root.prefix}:`;
  const content = `\n<${prefix}metadata>${rdfWithProperty(json)}</${prefix}metadata>`;
  return [...removals(document.labels), insertFirst(root, content)];
}

/** Inside of a `metadata` that is a child of the root. */
function isInMetadata(element: PlacedElement, root: PlacedElement): boolean {
  for (let at = element; at.parent !== null; at = at.parent) {
    if (at.parent === root) return at !== element && at.local === 'metadata' && at.uri === root.uri;
  }
  return false;
}
