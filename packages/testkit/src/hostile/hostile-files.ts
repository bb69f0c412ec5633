import { concat, u8, type Bytes } from '../bytes.ts';
import { ATTACK, U32_MAX } from './attack-sizes.ts';
import * as bmff from './bmff.ts';
import * as id3 from './id3.ts';
import * as jpeg from './jpeg.ts';
import * as jumbf from './jumbf.ts';
import * as jxl from './jxl.ts';
import * as png from './png.ts';
import * as riff from './riff.ts';
import * as svg from './svg.ts';
import * as tiff from './tiff.ts';

export * from './attack-sizes.ts';
export * from './bmff.ts';
export * from './id3.ts';
export * from './jpeg.ts';
export * from './jumbf.ts';
export * from './jxl.ts';
export * from './png.ts';
export * from './riff.ts';
export * from './svg.ts';
export * from './tiff.ts';

export interface HostileFile {
  mediaType: string;
  /** File name extension, without the dot. */
  extension: string;
  /** Made on demand: some are large, and building takes a moment. */
  build(): Bytes;
}

const asJpeg = (build: () => Bytes): HostileFile => ({ mediaType: 'image/jpeg', extension: 'jpg', build });
const asPng = (build: () => Bytes): HostileFile => ({ mediaType: 'image/png', extension: 'png', build });
const asMp4 = (build: () => Bytes): HostileFile => ({ mediaType: 'video/mp4', extension: 'mp4', build });
const asHeic = (build: () => Bytes): HostileFile => ({ mediaType: 'image/heic', extension: 'heic', build });
const asWav = (build: () => Bytes): HostileFile => ({ mediaType: 'audio/wav', extension: 'wav', build });
const asWebp = (build: () => Bytes): HostileFile => ({ mediaType: 'image/webp', extension: 'webp', build });
const asTiff = (build: () => Bytes): HostileFile => ({ mediaType: 'image/tiff', extension: 'tiff', build });
const asMp3 = (build: () => Bytes): HostileFile => ({ mediaType: 'audio/mpeg', extension: 'mp3', build });
const asSvg = (build: () => Bytes): HostileFile => ({ mediaType: 'image/svg+xml', extension: 'svg', build });
const asJxl = (build: () => Bytes): HostileFile => ({ mediaType: 'image/jxl', extension: 'jxl', build });

const inPng = (store: () => Bytes): HostileFile => asPng(() => png.pngWithManifestStores([store()]));
const inJpeg = (store: () => Bytes): HostileFile => asJpeg(() => jpeg.jpegWithManifestStores([store()]));
const claimInPng = (claim: () => Bytes): HostileFile => inPng(() => jumbf.manifestStoreWithClaim(claim()));
const skeleton = (): Bytes => jumbf.manifestStoreWithClaim(u8(0xa0));

/**
 * Every attack by its name. A reader answers each with a finding, in bounded time and memory, and never throws.
 *
 * `id3ForgedFrameSize` traps the C2PA engine 0.13.3: the trap is an uncaught exception of the thread, and the reading's
 * promise never settles. Give these files to the engine in a thread of its own, under a deadline.
 */
export const hostileFiles = {
  jpegManyPieces: asJpeg(() => jpeg.jpegInManyPieces(ATTACK.jpegSegments, jumbf.oversizedStore)),
  jpegManyBoxes: asJpeg(() => jpeg.jpegWithManyBoxes(ATTACK.jpegSegments)),
  jpegSwappedPieces: asJpeg(() => jpeg.jpegWithSwappedPieces(skeleton(), 100)),
  jpegGapInPieces: asJpeg(() => jpeg.jpegWithGapInPieces(skeleton(), 100)),
  jpegTwoStores: asJpeg(() => jpeg.jpegWithManifestStores([skeleton(), skeleton()])),
  jpegJumbf33Deep: inJpeg(() => jumbf.nestedJumbf(ATTACK.jumbfDepthAboveLimit)),
  jpegJumbf10000Deep: inJpeg(() => jumbf.nestedJumbf(ATTACK.recursionDepth)),
  jpegForgedJumbfLength: inJpeg(() => jumbf.jumbfWithForgedLength(U32_MAX)),
  pngTwoStores: asPng(() => png.pngWithManifestStores([skeleton(), skeleton()])),
  pngManyStores: asPng(() => png.pngWithManyChunks(ATTACK.pngChunks)),
  pngLateStore: asPng(() => png.pngWithLateManifestStore(skeleton())),
  pngForgedChunkLength: asPng(() => png.pngWithForgedChunkLength(0x7fff_ffff)),
  pngJumbf33Deep: inPng(() => jumbf.nestedJumbf(ATTACK.jumbfDepthAboveLimit)),
  pngJumbf10000Deep: inPng(() => jumbf.nestedJumbf(ATTACK.recursionDepth)),
  pngForgedJumbfLength: inPng(() => jumbf.jumbfWithForgedLength(U32_MAX)),
  pngZeroJumbfLength: inPng(() => jumbf.jumbfWithForgedLength(0)),
  pngOversizedStore: inPng(() => jumbf.oversizedStore(ATTACK.oversizedStoreBytes)),
  claimDeepArrays: claimInPng(() => jumbf.cborBombs.deepArrays(ATTACK.recursionDepth)),
  claimDeepMaps: claimInPng(() => jumbf.cborBombs.deepMaps(ATTACK.recursionDepth)),
  claimDeepTags: claimInPng(() => jumbf.cborBombs.deepTags(ATTACK.recursionDepth)),
  claimDeepIndefinite: claimInPng(() => jumbf.cborBombs.deepIndefinite(ATTACK.recursionDepth)),
  claimHugeArray: claimInPng(jumbf.cborBombs.hugeArray),
  claimHugeMap: claimInPng(jumbf.cborBombs.hugeMap),
  claimHugeBytes: claimInPng(jumbf.cborBombs.hugeBytes),
  claimHugeText: claimInPng(jumbf.cborBombs.hugeText),
  mp4NestedBoxes: asMp4(() => bmff.nestedBoxes(ATTACK.recursionDepth)),
  mp4ForgedLargeSize: asMp4(() => bmff.mp4WithForgedLargeSize()),
  mp4SizeBelowHead: asMp4(() => bmff.mp4WithForgedSize(4)),
  mp4SizeBehindEnd: asMp4(() => bmff.mp4WithForgedSize(U32_MAX)),
  mp4ForgedSampleCount: asMp4(() => bmff.mp4WithForgedSampleCount(U32_MAX)),
  mp4TwoStores: asMp4(() => bmff.mp4WithManifestStores([skeleton(), skeleton()])),
  heifForgedItemCount: asHeic(bmff.heifWithForgedItemCount),
  riffNestedLists: asWav(() => riff.nestedRiffLists(ATTACK.recursionDepth)),
  riffForgedFileSize: asWav(() => riff.wavWithForgedFileSize(U32_MAX)),
  riffZeroFileSize: asWav(() => riff.wavWithForgedFileSize(0)),
  riffEmptyChunks: asWav(() => riff.riffWithEmptyChunks(ATTACK.recursionDepth)),
  webpForgedStoreSize: asWebp(riff.webpWithForgedStoreSize),
  tiffSelfReference: asTiff(tiff.tiffWithSelfReference),
  tiffCycleOfTwo: asTiff(tiff.tiffWithCycleOfTwo),
  tiffCyclicSubDirectory: asTiff(tiff.tiffWithCyclicSubDirectory),
  tiffForgedStoreCount: asTiff(tiff.tiffWithForgedStoreCount),
  tiffForgedEntryCount: asTiff(tiff.tiffWithForgedEntryCount),
  tiffDirectoryOutside: asTiff(tiff.tiffWithDirectoryOutside),
  id3CompressionUnderflow: asMp3(id3.id3CompressionUnderflow),
  id3ForgedFrameSize: asMp3(id3.id3WithForgedFrameSize),
  id3ForgedTagSize: asMp3(id3.id3WithForgedTagSize),
  id3ForgedExtendedHeader: asMp3(id3.id3WithForgedExtendedHeader),
  id3Unsynchronised: asMp3(() => id3.id3UnsynchronisedObject(100_000)),
  svgEntityBomb: asSvg(() => svg.svgEntityBomb(ATTACK.entityLevels)),
  svgQuadraticBlowup: asSvg(() => svg.svgQuadraticBlowup(50_000)),
  svgExternalEntity: asSvg(() => svg.svgExternalEntity('file:///etc/hostname')),
  svgDeepNesting: asSvg(() => svg.svgDeepNesting(ATTACK.xmlDepth)),
  svgTwoStores: asSvg(() => svg.svgWithManifestElements('AAAA', 'AAAA')),
  svgBadBase64: asSvg(() => svg.svgWithManifestElements('!not base64!')),
  jxlBrotliBomb: asJxl(() => jxl.jxlBrotliBomb(ATTACK.brotliUnpackedBytes)),
  emptyFile: asJpeg(() => concat()),
} as const satisfies Record<string, HostileFile>;

export type HostileFileName = keyof typeof hostileFiles;
