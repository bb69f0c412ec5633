import { NOT_FOUND, row, type VendorCase, type VendorFile } from './case.ts';
import { exifComments, itunesFile, jpegFile, pngChunks, pngFile } from './files.ts';

/** Names of generators: in a field for tools each says who made the file. */
const GENERATOR_WORDS = [
  'Adobe Firefly',
  'Midjourney',
  'DALL-E',
  'ChatGPT',
  'OpenAI',
  'gpt-image',
  'Sora',
  'Bing Image Creator',
  'Microsoft Designer',
  'Stable Diffusion',
  'Stability AI',
  'Leonardo.Ai',
  'Ideogram',
  'Recraft',
  'Runway',
  'Pika',
  'Luma AI',
  'Kling',
  'Jimeng',
  'Dreamina',
  'Seedream',
  'Seedance',
  'Doubao',
  'Hailuo',
  'MiniMax',
  'Vidu',
  'Suno',
  'Udio',
  'ElevenLabs',
  'Image Playground',
  'Meta AI',
  'FLUX',
  'Black Forest Labs',
  'ComfyUI',
  'InvokeAI',
  'Fooocus',
  'SwarmUI',
  'Draw Things',
  'NovelAI',
] as const;

/** What other properties say with their whole value. */
const VALUES = ['Made with Google AI', 'trainedAlgorithmicMedia'] as const;

type WithWord = (word: string) => VendorFile;

/** Fields for people's own words. */
const FREE_FIELDS: Readonly<Record<string, WithWord>> = {
  ImageDescription: (word) => jpegFile({ exif: { ImageDescription: word } }),
  'dc:description': (word) => jpegFile({ xmp: { 'dc:description': word } }),
  Description: (word) => pngFile([pngChunks.t('Description', word)]),
  Comment: (word) => pngFile([pngChunks.t('Comment', word)]),
  Title: (word) => pngFile([pngChunks.t('Title', word)]),
  Author: (word) => pngFile([pngChunks.t('Author', word)]),
  Artist: (word) => jpegFile({ exif: { Artist: word } }),
  UserComment: (word) => jpegFile({ userComment: exifComments.ascii(word) }),
  COM: (word) => jpegFile({ comment: word }),
  '©cmt': (word) => itunesFile('mp4', ['©cmt', word]),
  LensModel: (word) => jpegFile({ exif: { LensModel: word } }),
};

const TOOL_FIELDS: Readonly<Record<string, WithWord>> = {
  Software: (word) => jpegFile({ exif: { Software: word } }),
  CreatorTool: (word) => jpegFile({ xmp: { 'xmp:CreatorTool': word } }),
};

/** O18: each of 41 words in each of 11 fields where it means nothing. */
export const captionCases: readonly VendorCase[] = Object.entries(FREE_FIELDS).flatMap(([field, build]) =>
  [...GENERATOR_WORDS, ...VALUES].map((word) => row(`O18-${field}`, `${word} as ${field}`, build(word), NOT_FOUND)),
);

/** The same names where a field says which program wrote the file; each must be recognised. */
export const toolNameFiles: readonly (VendorFile & { field: string; word: string })[] = Object.entries(
  TOOL_FIELDS,
).flatMap(([field, build]) => GENERATOR_WORDS.map((word) => ({ field, word, ...build(word) })));
