import { audioCarriers } from './audio-carriers.ts';
import type { AigcCarrierCase } from './carrier.ts';
import { packageCarriers, pdfCarriers, textCarriers } from './document-carriers.ts';
import { imageCarriers } from './image-carriers.ts';
import { jpegCarriers, pngCarriers } from './jpeg-png-carriers.ts';
import { bmffCarriers, chunkCarriers, streamCarriers } from './media-carriers.ts';

/** Every place known to hold labels, standard or not, for every format. */
export const aigcCarriers: readonly AigcCarrierCase[] = [
  ...jpegCarriers,
  ...pngCarriers,
  ...imageCarriers,
  ...bmffCarriers,
  ...streamCarriers,
  ...chunkCarriers,
  ...audioCarriers,
  ...pdfCarriers,
  ...packageCarriers,
  ...textCarriers,
];

/** The carrier of that id, which must exist. */
export function aigcCarrier(id: string): AigcCarrierCase {
  const found = aigcCarriers.find((carrier) => carrier.id === id);
  if (found === undefined) throw new RangeError(`no carrier ${id}`);
  return found;
}
