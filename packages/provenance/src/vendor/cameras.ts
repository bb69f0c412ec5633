import { latin1Text } from '../bytes/latin1-text.ts';
import { LIMITS } from '../limits.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { trimZeros } from '../media/stored-value.ts';
import { cleanValue } from './clean-value.ts';
import type { VendorEvidence } from './facts.ts';
import { bareName, findMaker, isEmptyName, isNobody } from './maker-names.ts';
import {
  GAME_MAKERS,
  MAKER_BOXES,
  MAKER_NOTES,
  MODEL_FIELDS,
  NO_CAMERA_MAKERS,
  RECORDER_TOOLS,
} from './rules/camera-makers.ts';
import type { FieldContainer, TextField } from './text-field.ts';

/** Which part of a file counts when several name a device: first where cameras write, last the copies. */
const CONTAINERS: readonly FieldContainer[] = ['exif', 'quicktime', 'riff', 'png', 'xmp'];

/** The start of a field that holds a workflow: ComfyUI writes it to Make and Model. */
const WORKFLOW = /^(?:prompt:|workflow:|parameters|steps:)/i;

/** Enough of a box or note to identify its maker. */
const MARK_BYTES = 32;

/** Macs put their own model into screen recordings. */
const COMPUTER = /^(?:Mac|MacBook|MacBookPro|MacBookAir|iMac|iMacPro|Macmini|MacPro)\d+,\d+$/;

/** The device that a file names, or the software that writes its own name as a device; empty when there is neither. */
export function deviceEvidence(fields: readonly TextField[], items: readonly MetadataItem[]): VendorEvidence[] {
  for (const container of CONTAINERS) {
    const of = (role: TextField['role']): TextField | undefined =>
      fields.find((field) => field.role === role && field.container === container && field.text.trim() !== '');
    const device = identify(of('make'), of('model'));
    if (device !== null) return [device];
  }
  const boxes = [...items.flatMap(makerNoteIn), ...items.flatMap(makerBoxIn)];
  const recorder = fields.flatMap(recorderIn).at(0) ?? boxes.find(({ model }) => model !== null) ?? boxes.at(0);
  return recorder === undefined ? [] : [recorder];
}

function identify(make: TextField | undefined, model: TextField | undefined): VendorEvidence | null {
  if (make === undefined && model === undefined) return null;
  const maker = make === undefined ? null : plausible(make.text);
  if (make !== undefined && maker === null) return null;
  const device = model === undefined ? null : plausible(model.text);
  const isWorkflow = model !== undefined && device === null && WORKFLOW.test(model.text.trim());
  if (isWorkflow) return null;
  const name = device === null || isEmptyName(device) ? null : device;
  if (make !== undefined && maker !== null && !isNobody(maker)) return named(maker, name, make);
  if (model === undefined || name === null) return null;
  // A model without a maker names a device only in a field that belongs to one maker, or when it begins with the maker's
  // name.
  const vendor = MODEL_FIELDS.get(model.key) ?? findMaker(name.split(/[\s_-]/u)[0] ?? '');
  return vendor === undefined ? null : captured(vendor, modelOf(name, vendor, vendor), model);
}

function named(maker: string, device: string | null, field: TextField): VendorEvidence | null {
  const bare = bareName(maker);
  if (NO_CAMERA_MAKERS.has(bare)) return null;
  const game = GAME_MAKERS.get(bare);
  if (game !== undefined) return evidence(field, { rule: 'game', kind: 'software', vendor: game, model: device });
  const vendor = findMaker(maker) ?? maker;
  if (vendor === 'Apple' && COMPUTER.test(device ?? '')) {
    return evidence(field, { rule: 'screen-recording', kind: 'software', vendor, model: null });
  }
  return captured(vendor, device === null ? null : modelOf(device, maker, vendor), field);
}

/** Null when it is not the name of a maker or model. Angle brackets are allowed: a Samsung camera writes them. */
function plausible(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > LIMITS.vendorValueChars || WORKFLOW.test(trimmed)) return null;
  if (/[{}]|\p{Cc}/u.test(trimmed)) return null;
  return cleanValue(/^<([^<>]*)>$/.exec(trimmed)?.[1] ?? trimmed);
}

/** Without the maker's name in front: `NIKON D70` is `D70`. */
function modelOf(model: string, maker: string, vendor: string): string | null {
  const [firstWord = ''] = maker.split(' ');
  for (const name of [maker, vendor, firstWord]) {
    const rest = model.slice(name.length);
    if (name !== '' && model.toLowerCase().startsWith(name.toLowerCase()) && /^[ _-]/.test(rest)) {
      return cleanValue(rest.slice(1));
    }
  }
  return cleanValue(model);
}

function recorderIn(field: TextField): VendorEvidence[] {
  if (field.role !== 'tool' || field.container !== 'riff') return [];
  return RECORDER_TOOLS.flatMap(({ vendor, text }) => {
    const match = text.exec(field.text.trim());
    return match === null ? [] : [captured(vendor, cleanValue(match.groups?.['model'] ?? ''), field)];
  });
}

function makerNoteIn({ kind, path, key, bytes, offset }: MetadataItem): VendorEvidence[] {
  if (kind !== 'opaque' || key !== 'MakerNote') return [];
  const head = latin1Text(bytes.subarray(0, MARK_BYTES));
  const maker = MAKER_NOTES.find((note) => note.head.test(head));
  return maker === undefined ? [] : [captured(maker.vendor, null, { name: 'EXIF MakerNote', location: path, offset })];
}

function makerBoxIn({ path, key, bytes, offset }: MetadataItem): VendorEvidence[] {
  const field = { location: path, offset, name: `QuickTime ${key ?? ''}` };
  if (path === 'trailer' && key === 'Insta360') {
    return [captured('Insta360', null, { ...field, name: 'Insta360 trailer' })];
  }
  if (path.endsWith('udta/uuid') && key === 'VIRBactioncamera') return [captured('Garmin', 'VIRB', field)];
  if (path.endsWith('udta/GPMF') && key === 'MINF') {
    return [captured('GoPro', plausible(latin1Text(trimZeros(bytes))), { ...field, name: 'QuickTime GPMF MINF' })];
  }
  if (!/(?:^|\/)udta$/.test(path)) return [];
  const head = latin1Text(bytes.subarray(0, MARK_BYTES));
  const maker = MAKER_BOXES.find((box) => box.key === key && (box.text === undefined || box.text.test(head)));
  return maker === undefined ? [] : [captured(maker.vendor, null, field)];
}

type Place = Pick<TextField, 'name' | 'location' | 'offset'>;

function captured(vendor: string, model: string | null, field: Place): VendorEvidence {
  return evidence(field, { rule: 'camera', kind: 'captured', vendor, model });
}

function evidence(
  { name, location, offset }: Place,
  what: Pick<VendorEvidence, 'rule' | 'kind' | 'vendor' | 'model'>,
): VendorEvidence {
  return { ...what, strength: 'medium', field: name, location, offset, attested: null };
}
