import { be32, concat, copyBytes, indexOfBytes, type Bytes } from '../bytes.ts';
import { ODD_LABELS } from '../label/payloads.ts';
import { matroskaTags } from '../label/media-carriers.ts';
import { box, fullBox } from '../media/bmff.ts';
import { buildMp4With, keysMeta, userDataBox } from '../media/bmff-edit.ts';
import { id3Comment } from '../media/id3v2.ts';
import { riffChunk, riffList } from '../media/riff.ts';
import { buildWavWith } from '../media/riff-edit.ts';
import { buildWebm } from '../media/webm.ts';
import { generated, NOT_FOUND, row, software, type VendorCase, type VendorFile } from './case.ts';
import { file, itunesFile, keysFile, mp3File } from './files.ts';
import { comfyPrompt, comfyWorkflow, node, SUNO_TEXT } from './generator-texts.ts';

const KLING = ODD_LABELS.kling.text;
const WAN_21 = comfyPrompt(node('UNETLoader', { unet_name: 'wan2.1_t2v_14B.safetensors', weight_dtype: 'default' }));
const WAN_22 = comfyPrompt(node('UnetLoaderGGUF', { unet_name: 'video\\wan2.2.gguf' }));
const WORKFLOW = comfyWorkflow('UNETLoader', 'KSampler', 'VHS_VideoCombine');
const STCO_OFFSET_AT = 12;
const BOX_HEAD_BYTES = 8;

/** V: film and sound. */
export const mediaVendorCases: readonly VendorCase[] = [
  row('V1', 'a label names the company', keysFile('mp4', ['AIGC', KLING]), generated('Kuaishou')),
  row(
    'V2',
    'both graphs as the comment of a film',
    itunesFile('mp4', ['©cmt', `{"prompt":${WAN_21},"workflow":${WORKFLOW}}`]),
    generated('ComfyUI', 'wan2.1_t2v_14B'),
  ),
  row(
    'V2-text',
    'graphs as text inside the JSON',
    keysFile('mp4', ['comment', JSON.stringify({ prompt: WAN_21, workflow: WORKFLOW })]),
    generated('ComfyUI', 'wan2.1_t2v_14B'),
  ),
  row('V3', 'graphs as tags; a folder stands in front of the model', webm(), generated('ComfyUI', 'wan2.2')),
  row('V4-encoder', 'what a platform writes into all it converts', itunesFile('mp4', ['©too', 'Google']), NOT_FOUND),
  row('V4-handler', 'a handler names nobody', withHandler('ISO Media file produced by Google Inc.'), NOT_FOUND),
  row(
    'V5',
    'a number of a platform as comment',
    keysFile('mp4', ['comment', 'vid:v0f044gc0000d1abcdefog65abcdef00']),
    software('TikTok / ByteDance'),
  ),
  row('V6', 'a handler names nobody', withHandler('GoPro AVC encoder'), NOT_FOUND),
  row(
    'V7',
    'an enhancer is no generator',
    keysFile('mp4', ['videoai', 'Enhanced using prob-3; mode: auto; revert compression at 10']),
    software('Topaz Labs'),
  ),
  row('V8', 'the comment of an MP3', comment(SUNO_TEXT), generated('Suno')),
  row(
    'V9-wav',
    'the comment of a WAV',
    file('audio/wav', 'wav', () => buildWavWith([riffList('LIST', 'INFO', riffChunk('ICMT', SUNO_TEXT, '\0'))])),
    generated('Suno'),
  ),
  row('V9-m4a', 'the comment of an M4A', itunesFile('m4a', ['©cmt', SUNO_TEXT]), generated('Suno')),
  row(
    'V10',
    'a listener speaks of services',
    mp3File(
      { id: 'TIT2', data: concat([3], 'Suno River') },
      { id: 'COMM', data: id3Comment('', 'I love Suno and Udio', 'utf8') },
    ),
    NOT_FOUND,
  ),
  row('V11', 'the index stands behind the media data', file('video/mp4', 'mp4', lateMovie), generated('Kuaishou')),
];

function webm(): VendorFile {
  return file('video/webm', 'webm', () =>
    buildWebm({
      after: [matroskaTags(WAN_22, 'PROMPT'), matroskaTags(WORKFLOW, 'WORKFLOW')],
      application: 'Lavf59.27.100',
    }),
  );
}

function comment(text: string): VendorFile {
  return mp3File({ id: 'COMM', data: id3Comment('', text, 'utf8') });
}

/** A further track, of nothing but its handler. */
function withHandler(name: string): VendorFile {
  return file('video/mp4', 'mp4', () => {
    const handler = fullBox('hdlr', 0, 0, be32(0), 'vide', new Uint8Array(12), name, '\0');
    return buildMp4With({ moov: [box('trak', box('mdia', handler))] });
  });
}

function lateMovie(): Bytes {
  const early = buildMp4With({ moov: [userDataBox(keysMeta([['AIGC', KLING]]))] });
  const view = new DataView(early.buffer);
  const typeEnd = view.getUint32(0);
  const movieEnd = typeEnd + view.getUint32(typeEnd);
  const movie = copyBytes(early.subarray(typeEnd, movieEnd));
  new DataView(movie.buffer).setUint32(indexOfBytes(movie, 'stco') + STCO_OFFSET_AT, typeEnd + BOX_HEAD_BYTES);
  return concat(early.subarray(0, typeEnd), early.subarray(movieEnd), movie);
}
