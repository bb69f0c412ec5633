import { concat, type Bytes } from '../bytes.ts';
import { box } from '../media/bmff.ts';
import { itunesItem, itunesMeta, keysMeta } from '../media/bmff-edit.ts';
import { buildOffice } from '../media/documents.ts';
import { buildMp3With, id3v2, userText } from '../media/id3v2.ts';
import { buildOggVorbis } from '../media/ogg.ts';
import { buildPdfWith, pdfString } from '../media/pdf.ts';
import { buildSvg } from '../media/text.ts';
import { buildHtml, buildMarkdown, buildPlainText } from '../media/text-files.ts';
import { riffChunk } from '../media/riff.ts';
import { buildWavWith } from '../media/riff-edit.ts';
import { jpegExif, jpegXmp, pngInternational, pngLatin, pngText, userComments } from './image-parts.ts';
import { customProperties } from './document-carriers.ts';
import { inUserData, matroskaTags } from './media-carriers.ts';
import { buildMkv } from '../media/webm.ts';
import { LABELS } from './payloads.ts';
import { xmpPacket } from './xmp.ts';

/** A file without a label that a careless reader would find one in. */
export interface AigcLookAlike {
  id: string;
  mediaType: string;
  extension: string;
  build(): Bytes;
  /** The schema to be reported instead; when omitted, nothing may be reported. */
  schema?: 'tencent_cloud' | 'bytedance';
  /** Whether the schema's own words say that AI made the content. */
  assertsAi?: boolean;
}

type Build = () => Bytes;

const ALONE = '{"Label":"1"}';
const UNRELATED = '{"unrelated":"v"}';
const PROSE = 'AIGC art contest winner 2025';
const ARTICLE = `The AIGC label has a Label, a ContentProducer and a ProduceID. AIGC: see GB 45438.\n`;
const CODE_BLOCK = `# How to label\n\n\`\`\`yaml\n---\nAIGC:\n  Label: "1"\n---\n\`\`\`\n\nText.\n`;
const TENCENT = '{"AIGC":{"ServiceProvider":"腾讯云","ServiceUser":"100000","Time":"2025-09-01","ContentId":"c-1"}}';
const AWEME = '{"data":{"product":"aweme","aigc_info":{"aigc_type":1}}}';
const AWEME_ZERO = '{"data":{"product":"aweme","aigc_info":{"aigc_type":0}}}';
const DREAMINA = '{"data":{"product":"dreamina","exportType":"generation","aigc_info":{"aigc_type":0}}}';
const DREAMINA_SOURCE = '{"aigc_info":{"source_info":"dreamina"},"trace_info":{"id":"1"}}';

/** Ordinary files that mention AIGC, and schemas that are not the label. */
export const aigcLookAlikes: readonly AigcLookAlike[] = [
  png('png-unrelated-json', 'AIGC', UNRELATED),
  png('png-prose', 'AIGC', PROSE),
  png('png-label-alone-other-key', 'Comment', ALONE),
  png('png-number', 'AIGC', '2025'),
  png('png-array', 'AIGC', '["Label","ContentProducer"]'),
  png('png-other-keyword', 'Software', 'AIGC Studio 1.0'),
  png('png-prompt', 'parameters', 'masterpiece, AIGC, {{detailed}}, Label: {best}'),
  other('png-xmp-title', 'image/png', 'png', () => pngText(pngInternational('XML:com.adobe.xmp', xmpTitle()))),
  jpeg('jpeg-comment-prose', () => jpegExif({ userComment: userComments.ascii('shot in Beijing') })),
  jpeg('jpeg-description-prose', () => jpegExif({ imageDescription: PROSE })),
  jpeg('jpeg-xmp-other-property', () => jpegXmp(xmpTitle())),
  {
    ...jpeg('jpeg-tencent-cloud', () => jpegExif({ imageDescription: TENCENT })),
    schema: 'tencent_cloud',
    assertsAi: true,
  },
  bytedance('jpeg-bytedance-comment', () => jpegExif({ userComment: userComments.ascii(AWEME) }), true),
  bytedance('jpeg-bytedance-description', () => jpegExif({ imageDescription: AWEME }), true),
  bytedance('jpeg-bytedance-zero', () => jpegExif({ userComment: userComments.ascii(AWEME_ZERO) }), false),
  bytedance('jpeg-dreamina', () => jpegExif({ userComment: userComments.ascii(DREAMINA) }), true),
  bytedance('jpeg-dreamina-source', () => jpegExif({ imageDescription: DREAMINA_SOURCE }), false),
  mp4(
    'mp4-bytedance-key',
    [
      ['aigc_info', '{"aigc_label_type":1}'],
      ['Comment', 'vid:v0d00fg10000'],
    ],
    true,
  ),
  mp4(
    'mp4-bytedance-key-zero',
    [
      ['aigc_info', '{"aigc_label_type":0}'],
      ['Comment', 'vid:v0d00fg10000'],
    ],
    false,
  ),
  other('mp4-no-keys', 'video/mp4', 'mp4', () =>
    inUserData(itunesMeta(itunesItem([0xa9, 0x74, 0x6f, 0x6f], 'Lavf59.27.100'))),
  ),
  other('mp4-prose', 'video/mp4', 'mp4', () => inUserData(box('name', PROSE))),
  other('mp4-key-prose', 'video/mp4', 'mp4', () => inUserData(keysMeta([['AIGC', PROSE]]))),
  other('mkv-prose', 'video/x-matroska', 'mkv', () => buildMkv({ before: [matroskaTags(PROSE, 'TITLE')] })),
  other('mp3-prose', 'audio/mpeg', 'mp3', () =>
    buildMp3With(id3v2(3, [{ id: 'TXXX', data: userText('AIGC', PROSE, 'latin1') }])),
  ),
  other('ogg-prose', 'audio/ogg', 'ogg', () => buildOggVorbis({ comments: ['ALBUM=AIGC', 'AIGC=yes'] })),
  other('wav-unrelated', 'audio/wav', 'wav', () => buildWavWith([riffChunk('AIGC', UNRELATED)])),
  other('pdf-keyword', 'application/pdf', 'pdf', () =>
    buildPdfWith({ info: `/Title ${pdfString(ARTICLE)} /AIGC ${pdfString('no')}` }),
  ),
  other('pdf-comment', 'application/pdf', 'pdf', () => concat(buildPdfWith({}), `% /AIGC (${LABELS.doubao.text})\n`)),
  other('docx-property', officeType(), 'docx', () =>
    buildOffice('docx', { parts: [{ name: 'docProps/custom.xml', content: customProperties('') }] }),
  ),
  other('svg-text', 'image/svg+xml', 'svg', () => svgText(ARTICLE)),
  other('text-article', 'text/plain', 'txt', () => buildPlainText(ARTICLE)),
  other('text-emoji-joiners', 'text/plain', 'txt', () =>
    buildPlainText('👩\u200d👩\u200d👧 family\u200b\u200b words\u200c\n'),
  ),
  other('markdown-article', 'text/markdown', 'md', () => buildMarkdown('title: "AIGC"\ntags: [AIGC]', ARTICLE)),
  other('markdown-code-block', 'text/markdown', 'md', () => buildMarkdown(undefined, CODE_BLOCK)),
  other('markdown-scalar', 'text/markdown', 'md', () => buildMarkdown('AIGC: true')),
  other('html-article', 'text/html', 'html', () =>
    buildHtml('<meta name="keywords" content="AIGC, Label">', `<p>${ARTICLE}</p>`),
  ),
  other('html-comment', 'text/html', 'html', () => buildHtml('<!-- AIGC banner starts here -->')),
];

function other(id: string, mediaType: string, extension: string, build: Build): AigcLookAlike {
  return { id, mediaType, extension, build };
}

function png(id: string, keyword: string, text: string): AigcLookAlike {
  return other(id, 'image/png', 'png', () => pngText(pngLatin(keyword, text)));
}

function jpeg(id: string, build: Build): AigcLookAlike {
  return other(id, 'image/jpeg', 'jpg', build);
}

function bytedance(id: string, build: Build, assertsAi: boolean): AigcLookAlike {
  return { ...jpeg(id, build), schema: 'bytedance', assertsAi };
}

function mp4(id: string, keys: [string, string][], assertsAi: boolean): AigcLookAlike {
  return { ...other(id, 'video/mp4', 'mp4', () => inUserData(keysMeta(keys))), schema: 'bytedance', assertsAi };
}

function xmpTitle(): Bytes {
  const title = `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${PROSE}</rdf:li></rdf:Alt></dc:title>`;
  return xmpPacket(
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${title}</rdf:Description>`,
  );
}

function svgText(text: string): Bytes {
  const svg = Buffer.from(buildSvg()).toString('utf8');
  return concat(svg.replace('</svg>', `<metadata><desc>${text}</desc></metadata><text>${text}</text></svg>`));
}

function officeType(): string {
  return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
}
