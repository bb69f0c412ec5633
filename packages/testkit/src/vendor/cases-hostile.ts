import { concat, indexOfBytes, u8, type Bytes } from '../bytes.ts';
import { mp4WithForgedLargeSize, nestedBoxes } from '../hostile/bmff.ts';
import { tiffWithSelfReference } from '../hostile/tiff.ts';
import { nested, repeatBytes, zlibBomb } from '../label/bombs.ts';
import { pngText } from '../label/image-parts.ts';
import { xmpMeta } from '../label/xmp.ts';
import { exifBlock } from '../media/exif.ts';
import { buildPng, pngChunk } from '../media/png.ts';
import {
  captured,
  generated,
  NOT_FOUND,
  row,
  UNATTRIBUTED,
  UNREADABLE,
  type VendorCase,
  type VendorFile,
} from './case.ts';
import { file, jpegFile, pngChunks, pngFile } from './files.ts';
import { checkpoint, comfyPrompt, ILLUSTRIOUS, infotext, node } from './generator-texts.ts';
import { xmpDescription } from './xmp-properties.ts';

const MEGABYTE = 1_000_000;
const XMP = 'XML:com.adobe.xmp';
const D850 = { Make: 'NIKON CORPORATION', Model: 'NIKON D850' } as const;
const NIKON = captured('Nikon', 'D850');
const DTD = '<!DOCTYPE r [<!ENTITY who "Made with Google AI">]>';
const CREDIT = '<photoshop:Credit';
const IHDR_END = 33;

/** H: files that are damaged, or out to confuse a reader or to make it work. */
export const hostileVendorCases: readonly VendorCase[] = [
  row(
    'H1-empty',
    'no bytes',
    file('application/octet-stream', 'jpg', () => new Uint8Array(0)),
    UNREADABLE,
  ),
  row(
    'H1-cut',
    'cut off in its picture',
    png(() => concat(buildPng().subarray(0, 60))),
    UNREADABLE,
  ),
  row('H2', 'cut off behind its metadata', file('image/jpeg', 'jpg', cutJpeg), NIKON),
  row('H3', 'a JPEG that is called .png', jpegFile({ exif: D850 }, 'png'), NIKON),
  row(
    'H4',
    'control characters in a maker, markup in a model',
    jpegFile({ exif: { Make: 'Can\u0001on\u001B[31m', Model: '<script>alert(1)</script>' } }),
    UNATTRIBUTED,
  ),
  row('H5', 'a maker of 5000 characters', jpegFile({ exif: { Make: 'C'.repeat(5000) } }), UNATTRIBUTED),
  row('H6-zTXt', 'unpacks to 600 MB', bomb('zTXt', concat('parameters\0', u8(0))), UNREADABLE),
  row('H6-iTXt', 'unpacks to 600 MB', bomb('iTXt', concat('parameters\0', u8(1, 0, 0, 0))), UNREADABLE),
  row(
    'H7-boxes',
    '20,000 boxes in one another',
    file('video/mp4', 'mp4', () => nestedBoxes(20_000)),
    NOT_FOUND,
  ),
  row('H7-directory', 'a directory that follows itself', file('image/tiff', 'tif', tiffWithSelfReference), UNREADABLE),
  row(
    'H7-size',
    'a box beyond all files',
    file('video/mp4', 'mp4', () => mp4WithForgedLargeSize()),
    UNREADABLE,
  ),
  row('H7-chunks', '300,000 chunks', png(manyChunks), UNREADABLE),
  row('H8-entities', 'a document type declaration', packet(`${DTD}${credit('&who;')}`), NOT_FOUND),
  row(
    'H8-numeric',
    'numeric entities are characters',
    packet(credit('Made with Google &#65;&#x49;')),
    generated('Google AI'),
  ),
  row('H8-unclosed', '3 MB of openings', packet(repeated(`${CREDIT} `)), NOT_FOUND),
  row('H8-quotes', '3 MB of open quotes', packet(repeated(`${CREDIT} a="`)), NOT_FOUND),
  row(
    'H9-cycle',
    'a graph that leads to itself',
    pngFile([pngChunks.t('prompt', cyclicGraph())]),
    generated('ComfyUI'),
  ),
  row(
    'H9-nan',
    'numbers that JSON has not',
    pngFile([pngChunks.t('prompt', nanGraph())]),
    generated('ComfyUI', ILLUSTRIOUS),
  ),
  row(
    'H9-deep',
    '100,000 objects in one another',
    pngFile([pngChunks.t('prompt', nested('{"a":', '}', 100_000, '1'))]),
    NOT_FOUND,
  ),
  row(
    'H10-prose',
    '3 MB without settings',
    parameters(() => 'a lighthouse, '.repeat((3 * MEGABYTE) / 14)),
    NOT_FOUND,
  ),
  row(
    'H10-lines',
    '1.5 million lines',
    parameters(() => 'S\n'.repeat(1.5 * MEGABYTE)),
    NOT_FOUND,
  ),
  row(
    'H10-line',
    'settings of 1 MB: the end is not looked at, the start is',
    parameters(() => infotext({ Model: 'm_v1', Version: 'v1.9.4', Note: 'x'.repeat(MEGABYTE) })),
    generated('Stable Diffusion WebUI (AUTOMATIC1111)', 'm_v1'),
  ),
  row(
    'H10-signature',
    'a signature of 3 MB and no artist',
    png(() =>
      pngText({ type: 'eXIf', data: exifBlock({ imageDescription: `Signature: ${'A'.repeat(3 * MEGABYTE)}` }) }),
    ),
    NOT_FOUND,
  ),
];

function png(build: () => Bytes): VendorFile {
  return file('image/png', 'png', build);
}

function parameters(text: () => string): VendorFile {
  return png(() => pngText(pngChunks.t('parameters', text())));
}

function bomb(type: string, head: Bytes): VendorFile {
  return png(() => pngText({ type, data: concat(head, zlibBomb(600)) }));
}

function packet(xml: string): VendorFile {
  return png(() => pngText(pngChunks.i(XMP, xml)));
}

/** Without escaping: the value is part of the attack. */
function credit(value: string): string {
  return xmpMeta(xmpDescription({ 'photoshop:Credit': 'VALUE' }).replace('VALUE', value));
}

function repeated(text: string): string {
  return xmpMeta('').replace('</rdf:RDF>', text.repeat(Math.floor((3 * MEGABYTE) / text.length)));
}

function cutJpeg(): Bytes {
  const whole = jpegFile({ exif: D850 }).build();
  return concat(whole.subarray(0, indexOfBytes(whole, u8(0xff, 0xdb))));
}

function manyChunks(): Bytes {
  const whole = buildPng();
  const chunks = repeatBytes(pngChunk('teSt', new Uint8Array(0)), 300_000);
  return concat(whole.subarray(0, IHDR_END), chunks, whole.subarray(IHDR_END));
}

function cyclicGraph(): string {
  return comfyPrompt(node('ModelMergeSimple', { model1: ['1', 0], model2: ['14', 0] }), {
    '1': node('LoraLoader', { lora_name: 'ink.safetensors', model: ['2', 0] }),
    '2': node('Reroute', { model: ['10', 0] }),
  });
}

function nanGraph(): string {
  return comfyPrompt(checkpoint(ILLUSTRIOUS), {}, { denoise: 0.125 }).replace('0.125', 'NaN');
}
