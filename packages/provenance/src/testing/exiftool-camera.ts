import type { ExifToolTags } from './exiftool-findings.ts';

/** A camera in a file's own words. */
export interface StatedCamera {
  make: string | null;
  model: string | null;
}

/** Groups of a credential: what an ingredient or a generator says there is no field of the file's camera. */
const CREDENTIAL = /^(?:JUMBF|CBOR|JSON|C2PA)/;

/** Companies whose devices bear another name. Written for this comparison, so that our table is not compared with itself. */
const BRANDS: Readonly<Record<string, string>> = {
  eastman: 'kodak',
  'hewlett-packard': 'hp',
  hmd: 'nokia',
  asahi: 'pentax',
  fuji: 'fujifilm',
  seiko: 'epson',
  om: 'om system',
  sonyericsson: 'sony ericsson',
};

/** Make and Model as ExifTool reads them, from any tag of the format; null when it has neither. */
export function cameraOf(tags: ExifToolTags): StatedCamera | null {
  const stated = (name: 'Make' | 'Model'): string | null => {
    const found = Object.entries(tags).find(([tag]) => tag.endsWith(`:${name}`) && !CREDENTIAL.test(tag))?.[1];
    const text =
      typeof found === 'string' || typeof found === 'number' ? String(found).replaceAll(/\s+/gu, ' ').trim() : '';
    return text === '' ? null : text;
  };
  const camera = { make: stated('Make'), model: stated('Model') };
  return camera.make === null && camera.model === null ? null : camera;
}

/** Whether a maker and model of ours are those of the file's own words: the brand first, the model without it. */
export function isSameCamera(
  theirs: StatedCamera,
  ours: { vendor: string | null; model: string | null } | null,
): boolean {
  if (ours === null) return false;
  const vendor = (ours.vendor ?? '').toLowerCase();
  return isSameMaker(theirs, vendor) && isSameModel(theirs, vendor, ours.model);
}

function isSameMaker({ make, model }: StatedCamera, vendor: string): boolean {
  const stated = (make ?? model ?? '').toLowerCase();
  const [first = ''] = stated.split(/[\s_.,]/u);
  return vendor !== '' && (stated.startsWith(vendor) || BRANDS[first] === vendor);
}

function isSameModel({ make, model }: StatedCamera, vendor: string, ours: string | null): boolean {
  if (model === null || ours === null) return model === ours;
  const text = (/^<(.*)>$/.exec(model)?.[1] ?? model).toLowerCase();
  const named = ours.toLowerCase();
  if (text === named) return true;
  const front = text.endsWith(named) ? text.slice(0, -named.length).replace(/[\s_-]$/u, '') : '';
  return front !== '' && (front === vendor || (make ?? '').toLowerCase().startsWith(front));
}
