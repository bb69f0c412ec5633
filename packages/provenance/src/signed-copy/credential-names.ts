/** Where a credential is stored, by the containers' names for it (C2PA 2.4 Annex A). */

/** Extended type of the `uuid` box. */
export const MANIFEST_STORE_BOX = 'd8fec3d61b0e483c92975828877ec481';
/** Content type of a JUMBF box, as written in JPEG segments and in JPEG XL. */
export const MANIFEST_STORE_MARK = 'c2pa';
export const PNG_CHUNK = 'caBX';
export const RIFF_CHUNK = 'C2PA';
export const CREDENTIAL_APPLICATION = 'C2PA_GIF';
export const TIFF_TAG = 0xcd41;
export const SVG_ELEMENT = 'c2pa:manifest';
export const SVG_NAMESPACE = 'xmlns:c2pa';
