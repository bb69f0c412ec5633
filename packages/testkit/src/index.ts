export * from './bytes.ts';
export * from './seeded-random.ts';
export * from './mutate.ts';
export * from './mutate-file.ts';
export * from './mutation-run.ts';
export * from './certificate-authority.ts';
export * from './certificate-extensions.ts';
export * from './make-certificate.ts';
export * from './signer-profiles.ts';
export type { SignatureAlgorithm } from './signature-algorithms.ts';
export * from './media/media-kinds.ts';
export * from './media/padding.ts';
export * from './media/jpeg.ts';
export * from './media/png.ts';
export * from './media/gif.ts';
export * from './media/riff.ts';
export * from './media/tiff.ts';
export * from './media/text.ts';
export * from './media/audio.ts';
export * from './media/bmff.ts';
export * from './media/heif.ts';
export * from './media/heif-locations.ts';
export * from './media/jxl.ts';
export * from './media/maker-metadata.ts';
export * from './media/matroska.ts';
export * from './media/large-mp4.ts';
export * from './media/label-only-kinds.ts';
export * from './media/damaged-kinds.ts';
export * from './media/aac.ts';
export * from './media/bmff-edit.ts';
export * from './media/documents.ts';
export * from './media/exif.ts';
export * from './media/flv.ts';
export * from './media/id3v2.ts';
export * from './media/ogg.ts';
export * from './media/other-containers.ts';
export * from './media/pdf.ts';
export * from './media/raw-photographs.ts';
export * from './media/riff-edit.ts';
export * from './media/text-files.ts';
export * from './media/webm.ts';
export * from './media/zip.ts';
export * from './label/carrier.ts';
export * from './label/carriers.ts';
export * from './label/xmp.ts';
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
} from './label/image-parts.ts';
export { infoList, inMovie, inUserData, keyless, matroskaTags } from './label/media-carriers.ts';
export { apeTag, flacWith, id3v1 } from './label/audio-carriers.ts';
export { customProperties, yamlMapping, zeroWidth } from './label/document-carriers.ts';
export * from './label/payloads.ts';
export * from './label/deviations.ts';
export type * from './label/case.ts';
export * from './label/case-signature.ts';
export * from './label/cases.ts';
export { sparseMp4 } from './label/cases-media.ts';
export * from './label/cases-writing.ts';
export * from './label/look-alikes.ts';
export * from './label/bombs.ts';
export * from './label/hostile.ts';
export type { VendorCase, VendorExpectation, VendorFile, VendorRealFile } from './vendor/case.ts';
export { captionCases, toolNameFiles } from './vendor/captions.ts';
export { vendorCases, vendorRealFiles } from './vendor/cases.ts';
export { xmpProperties, type XmpValues } from './vendor/xmp-properties.ts';
export * from './sign/sign-media.ts';
export * from './sign/edit-store.ts';
export * from './sign/malleate.ts';
export * from './sign/hostile-text.ts';
export { coseReserveBytes, coseSign1, type CoseEvidence } from './sign/cose-sign1.ts';
export { readMedia, type EngineReading } from './sign/read-media.ts';
export * from './servers/trust-list-host.ts';
export * from './servers/tripwire-server.ts';
export * from './servers/soft-hsm.ts';
export * from './servers/time-stamp-authority.ts';
export * from './servers/ocsp-responder.ts';
export * from './servers/smtp-server.ts';
export * from './servers/forged-time-stamp.ts';
export { redateOcspResponse } from './servers/redate-ocsp.ts';
export { der } from './der.ts';
export { hasOpenssl, privateKeyPem, runOpenssl } from './servers/openssl.ts';
export * from './servers/moved-clock.ts';
export * from './servers/network.ts';
export * from './servers/rados-gateway.ts';
export * from './hostile/hostile-files.ts';
export * from './oracle/pdf-tools.ts';
export * from './oracle/peer-verifier.ts';
export { openPeers, type Peers } from './oracle/open-peers.ts';
export { differences, openDifferenceTable } from './oracle/peer-differences.ts';
export { matrixCases, type MatrixCase } from './matrix/matrix-cases.ts';
export { createMatrixWorld, type MatrixFile, type MatrixWorld } from './matrix/matrix-world.ts';
export { PEERS, type PeerReading } from './oracle/peer-reading.ts';
export * from './report-facts.ts';
export * from './held-file.ts';
export * from './shared-folder.ts';
export * from './conformance/rubric.ts';
export type { Rubric, RubricCheck } from './conformance/decode-rubric.ts';
export * from './conformance/read-crjson.ts';
export * from './conformance/reference-tool.ts';
export * from './browser/browser.ts';
export * from './browser/accessibility.ts';
