export type { VendorCase, VendorExpectation, VendorFile, VendorRealFile } from './case.ts';
export { captionCases, toolNameFiles } from './captions.ts';
export { vendorCases, vendorRealFiles } from './cases.ts';
export { xmpProperties, type XmpValues } from './xmp-properties.ts';
