import { concat } from '@revera/testkit';
import { FOREIGN_XMP, OTHER_LABEL } from './image-labels.ts';
import { tiffWithXmp } from './tiff-files.ts';

export const WRAPPED = `{"AIGC":${OTHER_LABEL}}`;
export const OLD_XMP = FOREIGN_XMP.replace(
  '</dc:title>',
  `</dc:title><T:AIGC xmlns:T="http://www.tc260.org.cn/ns/AIGC/1.0/">${OTHER_LABEL}</T:AIGC>`,
);
export const TEXTS = [
  { tag: 0x010e, type: 2, value: concat(OTHER_LABEL, '\0') },
  { tag: 0x010f, type: 2, value: concat('A maker\0') },
];
/** EXIF whose main directory holds the comment, where readers accept it too. */
export const commented = (value: Uint8Array): Uint8Array =>
  tiffWithXmp({ texts: [...TEXTS, { tag: 0x9286, type: 7, value }] });
export const EXIF = commented(concat('ASCII\0\0\0', WRAPPED));
export const has = (file: Uint8Array, text: string): boolean => Buffer.from(file).includes(text);
