import type { VendorCase, VendorRealFile } from './case.ts';
import { captured, generated, software } from './case.ts';
import { cameraCases } from './cases-cameras.ts';
import { generatorCases } from './cases-generators.ts';
import { graphCases } from './cases-graphs.ts';
import { guardCases } from './cases-guards.ts';
import { hostileVendorCases } from './cases-hostile.ts';
import { makerCases } from './cases-makers.ts';
import { markCases } from './cases-marks.ts';
import { mediaVendorCases } from './cases-media.ts';
import { recorderCases } from './cases-recorders.ts';
import { softwareCases } from './cases-software.ts';
import { sourceTypeCases } from './cases-source-types.ts';

/** Chapters A to H: a file each and what its metadata amount to. `captionCases` are O18. */
export const vendorCases: readonly VendorCase[] = [
  ...generatorCases,
  ...graphCases,
  ...markCases,
  ...sourceTypeCases,
  ...cameraCases,
  ...makerCases,
  ...recorderCases,
  ...softwareCases,
  ...mediaVendorCases,
  ...guardCases,
  ...hostileVendorCases,
];

const C2PA_RS = 'c2pa/c2pa-rs';
const PUBLIC = 'c2pa/public-testfiles';
const REBEL = captured('Canon', 'EOS REBEL T3');
const LUMIX = captured('Panasonic', 'DMC-ZS60');

/** Real files, and what ExifTool shows of them. */
export const vendorRealFiles: readonly VendorRealFile[] = [
  real('A24', 'a signature and an artist that is a UUID', 'vendor/grok-1.jpg', generated('xAI (Grok)')),
  real('A25', 'the packet stands in tEXt', 'vendor/midjourney-1.png', generated('Midjourney', 'v5.2')),
  real('A27', 'a label names the company', 'aigc/doubao_black_1x1_1.png', generated('ByteDance')),
  real('A28', 'a label names the company', 'aigc/jimeng_cap_A.png', generated('ByteDance')),
  real('E1-real', 'a screen recording', `${C2PA_RS}/c.mov`, software('Apple')),
  real('E4-real', 'producer of a document', `${C2PA_RS}/express-signed.pdf`, software('Adobe', 'Express')),
  real('E8-real', 'a player', `${C2PA_RS}/sample1.m4a`, software('Apple', 'Music 1.4.6.32')),
  real('acrobat', 'a version behind the name', `${C2PA_RS}/basic.pdf`, software('Adobe', 'Acrobat Pro 23.1.20143')),
  real(
    'photoshop',
    'Exif and the packet name it',
    `${C2PA_RS}/cloud.jpg`,
    software('Adobe', 'Photoshop 21.1 (Macintosh)'),
  ),
  real('canon', 'an editor saved it last', `${C2PA_RS}/IMG_0003.jpg`, REBEL),
  real('canon-png', 'an Exif chunk', `${C2PA_RS}/sample1.png`, REBEL),
  real('panasonic', 'an editor saved it last', `${C2PA_RS}/P1000827.jpg`, LUMIX),
  real('samsung', 'lower case', `${C2PA_RS}/no_alg.jpg`, captured('Samsung', 'SM-J320F')),
  real('nikon', 'the maker in front', `${PUBLIC}/image/jpeg/nikon-20221019-building.jpeg`, captured('Nikon', 'Z 9')),
  real('pixel', 'a phone', `${PUBLIC}/image/jpeg/truepic-20230212-camera.jpg`, captured('Google', 'Pixel 5')),
];

function real(id: string, reason: string, path: string, expected: VendorRealFile['expected']): VendorRealFile {
  return { id, reason, path, expected };
}
