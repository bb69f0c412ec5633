import type { Bytes } from '../bytes.ts';
import { buildAac } from './aac.ts';
import { buildMp4With, FILE_TYPE_3GP } from './bmff-edit.ts';
import { buildEpub, buildOdt, buildOffice } from './documents.ts';
import { buildBigTiff } from './exif.ts';
import { buildFlv } from './flv.ts';
import { buildOggVorbis, buildOpus } from './ogg.ts';
import { buildAiff, buildAsf, buildBmp, buildIcon, buildTga } from './other-containers.ts';
import { buildPdfWith, pdfString } from './pdf.ts';
import { buildCr3, buildCrw, buildJ2c, buildOrf, buildRaf, buildRw2 } from './raw-photographs.ts';
import { buildWav64With } from './riff-edit.ts';
import { buildHtml, buildMarkdown, buildPlainText } from './text-files.ts';
import { buildMka, buildMkv, buildWebm } from './webm.ts';

/** A base file of a format that only the readers of labels and metadata deal with. */
export interface LabelOnlyKind {
  mediaType: string;
  extension: string;
  build(): Bytes;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const INFO = `/Title ${pdfString('Revera')}`;

/** Small, valid, self-made files besides `mediaKinds`, and variants of those. */
export const labelOnlyKinds = {
  ogg: kind('audio/ogg', 'ogg', () => buildOggVorbis()),
  opus: kind('audio/ogg', 'opus', () => buildOpus()),
  aac: kind('audio/aac', 'aac', () => buildAac()),
  aiff: kind('audio/aiff', 'aiff', () => buildAiff()),
  rf64: kind('audio/wav', 'wav', () => buildWav64With('RF64', [])),
  mka: kind('audio/x-matroska', 'mka', () => buildMka()),
  flv: kind('video/x-flv', 'flv', () => buildFlv()),
  webm: kind('video/webm', 'webm', () => buildWebm()),
  webmUnknownSizes: kind('video/webm', 'webm', () => buildWebm({ unknownSizes: true })),
  mkv: kind('video/x-matroska', 'mkv', () => buildMkv()),
  threeGp: kind('video/mp4', '3gp', () => buildMp4With({ fileType: FILE_TYPE_3GP })),
  asf: kind('video/x-ms-asf', 'wma', () => buildAsf()),
  bmp: kind('image/bmp', 'bmp', () => buildBmp()),
  ico: kind('image/vnd.microsoft.icon', 'ico', () => buildIcon()),
  tga: kind('image/x-tga', 'tga', () => buildTga({ software: 'Revera' })),
  j2c: kind('image/j2c', 'j2c', () => buildJ2c()),
  cr3: kind('image/x-canon-cr3', 'cr3', () => buildCr3({ Make: 'Canon\0', Model: 'Canon EOS M50\0' })),
  crw: kind('image/x-canon-crw', 'crw', () => buildCrw({ make: 'Canon', model: 'Canon EOS D60' })),
  raf: kind('image/x-fujifilm-raf', 'raf', () => buildRaf({ Make: 'FUJIFILM\0', Model: 'FinePixS5Pro\0' })),
  rw2: kind('image/x-panasonic-rw2', 'rw2', () => buildRw2({ Make: 'Panasonic\0', Model: 'DMC-LX3\0' })),
  orf: kind('image/x-olympus-orf', 'orf', () => buildOrf({ Make: 'OLYMPUS\0', Model: 'E-1\0' })),
  bigTiff: kind('image/tiff', 'tiff', () => buildBigTiff([])),
  pdfTable: kind('application/pdf', 'pdf', () => buildPdfWith({ info: INFO })),
  pdfStream: kind('application/pdf', 'pdf', () => buildPdfWith({ info: INFO, layout: 'stream' })),
  pdfUpdate: kind('application/pdf', 'pdf', () => buildPdfWith({ info: INFO, layout: 'update' })),
  docx: kind(`${OFFICE}.wordprocessingml.document`, 'docx', () => buildOffice('docx')),
  xlsx: kind(`${OFFICE}.spreadsheetml.sheet`, 'xlsx', () => buildOffice('xlsx')),
  pptx: kind(`${OFFICE}.presentationml.presentation`, 'pptx', () => buildOffice('pptx')),
  docxStored: kind(`${OFFICE}.wordprocessingml.document`, 'docx', () =>
    buildOffice('docx', { deflated: false, descriptor: true }),
  ),
  odt: kind('application/vnd.oasis.opendocument.text', 'odt', () => buildOdt()),
  epub: kind('application/epub+zip', 'epub', () => buildEpub()),
  html: kind('text/html', 'html', () => buildHtml()),
  markdown: kind('text/markdown', 'md', () => buildMarkdown('title: "Revera"')),
  text: kind('text/plain', 'txt', () => buildPlainText()),
} as const satisfies Record<string, LabelOnlyKind>;

export type LabelOnlyKindName = keyof typeof labelOnlyKinds;

function kind(mediaType: string, extension: string, build: () => Bytes): LabelOnlyKind {
  return { mediaType, extension, build };
}
