export * from './carrier.ts';
export * from './carriers.ts';
export * from './xmp.ts';
export {
  gifComment,
  gifWith,
  gifXmp,
  jpegExif,
  jpegXmp,
  pngCompressed,
  pngInternational,
  pngLatin,
  pngText,
  userComments,
} from './image-parts.ts';
export { infoList, inMovie, inUserData, keyless, matroskaTags } from './media-carriers.ts';
export { apeTag, flacWith, id3v1 } from './audio-carriers.ts';
export { customProperties, yamlMapping, zeroWidth } from './document-carriers.ts';
export * from './payloads.ts';
export * from './deviations.ts';
export type * from './case.ts';
export * from './case-signature.ts';
export * from './cases.ts';
export { sparseMp4 } from './cases-media.ts';
export * from './cases-writing.ts';
export * from './look-alikes.ts';
export * from './bombs.ts';
export * from './hostile.ts';
