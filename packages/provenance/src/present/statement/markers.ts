import type { MetadataEvidenceItem } from '../verification-result.ts';
import { makerAndDevice, makerWithModel, unsignedName } from './names.ts';
import type { Told } from './told.ts';

/** What ordinary metadata name, and the field that does. */
export interface Marker {
  kind: MetadataEvidenceItem['kind'];
  /** As sentences name it; null when the field names nobody. */
  name: string | null;
  field: string;
  isAttested: boolean;
}

/** The mark of a generative model, or of an edit with one; null when there is none. */
export function markerOf(told: Told): Marker | null {
  const { status } = told.result.metadata;
  if (status === 'ai_edited') return found(told, 'edited');
  if (status !== 'ai_generated' && status !== 'conflicting') return null;
  return found(told, 'generated') ?? ofLookAlike(told);
}

export function cameraOf(told: Told): Marker | null {
  return found(told, 'captured');
}

export function softwareOf(told: Told): Marker | null {
  return found(told, 'software');
}

/** The first that also names somebody, as the verdict chooses it. */
function found(told: Told, kind: Marker['kind']): Marker | null {
  const all = told.result.metadata.evidence.filter((one) => one.kind === kind && one.strength !== 'low');
  const one = all.find(({ vendor }) => vendor !== null) ?? all[0];
  return one === undefined
    ? null
    : { kind, name: nameOf(one, told), field: one.field, isAttested: one.attested === 'verified' };
}

/** A vendor's own record of AI that is not a label. */
function ofLookAlike({ result }: Told): Marker | null {
  const record = result.china_aigc.look_alikes.find(({ asserts_ai }) => asserts_ai);
  if (record === undefined) return null;
  return { kind: 'generated', name: record.vendor, field: record.location, isAttested: false };
}

function nameOf({ kind, vendor, model }: MetadataEvidenceItem, { language }: Told): string | null {
  const isModel = kind === 'generated' || kind === 'edited';
  const name = isModel ? makerWithModel(vendor, model, language) : makerAndDevice(vendor, model);
  return name === null ? null : unsignedName(name);
}

const FORMATS: ReadonlySet<string> = new Set(['EXIF', 'XMP', 'IPTC', 'PNG', 'PDF', 'QuickTime', 'ID3']);

/** The format whose field it is, where our tables name it: `EXIF` of `EXIF Make`. */
export function formatOf({ field }: Marker, { words }: Told): string {
  const [first = ''] = field.split(' ');
  return FORMATS.has(first) ? first : words.phrases.metadata;
}
