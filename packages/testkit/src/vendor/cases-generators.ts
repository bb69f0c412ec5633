import { concat } from '../bytes.ts';
import { buildPng } from '../media/png.ts';
import { samsungTrailer } from '../media/maker-metadata.ts';
import { edited, generated, NOT_FOUND, row, type VendorCase, type VendorFile } from './case.ts';
import { exifComments, file, jpegFile, pngChunks, pngFile, pngTexts, webpFile } from './files.ts';
import { ILLUSTRIOUS, infotext, MIDJOURNEY_TEXT, NOVELAI_SOURCE, novelAiComment, UUID } from './generator-texts.ts';
import { sourceType, xmpProperties } from './xmp-properties.ts';

const { t } = pngChunks;
const WEBUI = 'Stable Diffusion WebUI (AUTOMATIC1111)';
const NOT_SAFE = 'waiNSFWIllustrious_v140';
const V45 = 'NovelAI Diffusion V4.5';
const A1111 = infotext({ Model: ILLUSTRIOUS, Version: 'v1.10.1' });
const DETAILED = { 'ADetailer model': 'face_yolov8n.pt', 'ADetailer version': '24.11.1', Model: NOT_SAFE };

/** A: what generators leave in their own files, in the forms of real ones. */
export const generatorCases: readonly VendorCase[] = [
  row('A1', 'version v1.x in PNG parameters', pngTexts({ parameters: A1111 }), generated(WEBUI, ILLUSTRIOUS)),
  row(
    'A2',
    'UserComment in big-endian UTF-16 inside a little-endian structure',
    jpegFile({ userComment: exifComments.utf16BigEndian(A1111) }),
    generated(WEBUI, ILLUSTRIOUS),
  ),
  row(
    'A3',
    'the same in WebP',
    webpFile({ userComment: exifComments.utf16BigEndian(A1111) }),
    generated(WEBUI, ILLUSTRIOUS),
  ),
  row(
    'A3-bytes',
    'settings in bytes behind the mark of Unicode',
    jpegFile({ userComment: exifComments.unicodeInBytes(A1111) }),
    generated(WEBUI, ILLUSTRIOUS),
  ),
  dialect('A4', 'version f2', 'Stable Diffusion WebUI Forge', ILLUSTRIOUS, 'f2.0.1v1.10.1-previous-664-gd557aef9'),
  row(
    'A5',
    'the model of an extension stands in front',
    pngTexts({ parameters: infotext({ ...DETAILED, Version: 'classic' }) }),
    generated('Stable Diffusion WebUI Forge Classic', NOT_SAFE),
  ),
  row(
    'A6',
    'the version of an extension, with a capital, stands in front',
    pngTexts({ parameters: infotext({ ...DETAILED, 'ADetailer Version': 'Neo', Version: 'neo-2.28' }) }),
    generated('Stable Diffusion WebUI Forge Neo', NOT_SAFE),
  ),
  dialect('A7', 'version f1 with v2', 'Stable Diffusion WebUI reForge', ILLUSTRIOUS, 'f1.0.0v2-v1.10.1RC-latest-2164'),
  dialect('A8', 'version f1 without v2', 'EasyReforge', 'copycatNoob_v11', 'f1.3.0-v1.10.1RC-latest-2226'),
  row(
    'A9',
    'names itself as App, the model stands late',
    jpegFile({
      userComment: exifComments.utf16BigEndian(
        infotext({ App: 'SD.Next', Version: '0eb4a98', Pipeline: 'StableDiffusionXL', Model: ILLUSTRIOUS }),
      ),
    }),
    generated('SD.Next', ILLUSTRIOUS),
  ),
  row('A17', 'title, software and source', pngTexts(novelAiTexts()), generated('NovelAI', V45)),
  row(
    'A17-resaved',
    'a signature that holds no longer makes no other file of it',
    pngTexts({ ...novelAiTexts(), Comment: novelAiComment(Buffer.alloc(64, 1).toString('base64')) }),
    generated('NovelAI', V45),
  ),
  row(
    'A18',
    'the source as software of a WebP',
    webpFile({ exif: { Software: NOVELAI_SOURCE } }),
    generated('NovelAI', V45),
  ),
  row('A25-made', 'the packet stands in tEXt', midjourneyPng(), generated('Midjourney', 'v5.2')),
  row('A26', 'the trailer of the phone behind IEND', samsungPng(8), edited('Samsung Galaxy AI')),
  row('A26-plain', 'the same trailer without AI', samsungPng(0), NOT_FOUND),
  row(
    'A29',
    'the settings state no version; and a PNG is called .jpg',
    pngFile([t('parameters', infotext({ 'Clip skip': '2' }))], 'jpg'),
    generated('Stable Diffusion (A1111-style)'),
  ),
  row('A30-jpeg', 'nothing there', jpegFile(), NOT_FOUND),
  row('A30-png', 'nothing there', pngFile(), NOT_FOUND),
  row('A30-webp', 'nothing there', webpFile({}), NOT_FOUND),
];

function dialect(id: string, reason: string, vendor: string, model: string, version: string): VendorCase {
  return row(
    id,
    reason,
    pngTexts({ parameters: infotext({ Model: model, Version: version }) }),
    generated(vendor, model),
  );
}

function novelAiTexts(): Record<string, string> {
  return {
    Title: 'NovelAI generated image',
    Description: 'a lighthouse at dusk',
    Software: 'NovelAI',
    Source: NOVELAI_SOURCE,
    Comment: novelAiComment(),
  };
}

function midjourneyPng(): VendorFile {
  const packet = xmpProperties({ 'Iptc4xmpExt:DigitalImageGUID': UUID, ...sourceType('trainedAlgorithmicMedia') });
  return pngFile([
    t('Description', MIDJOURNEY_TEXT.replace('--v 6.1', '--v 5.2')),
    t('Author', 'somebody'),
    t('Creation Time', 'Sat, 1 Aug 2026 10:00:00 GMT'),
    t('XML:com.adobe.xmp', packet),
  ]);
}

function samsungPng(type: number): VendorFile {
  const info = JSON.stringify({ genAIType: type, GenImageVersion: 'v1', ConnectorType: 'srvg' });
  return file('image/png', 'png', () => concat(buildPng(), samsungTrailer({ name: 'PEg_Info', value: info })));
}
