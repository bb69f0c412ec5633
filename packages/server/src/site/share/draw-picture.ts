import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OverlayOptions, SharpConstructor } from 'sharp';
import type { Language } from '../../shared/language.ts';
import { CHIP_PLACE, sceneOf, SHARE_HEIGHT, SHARE_WIDTH, TONE_COLORS } from './scene.ts';
import { SITE_PICTURE, type ShareFace, type SharePicture } from './pictures.ts';
import { SHARE } from './words.ts';

const INK = '#15181e';
const SOFT = '#545c6b';
const HEADING_WIDTH = 730;
/** Few colours, so that the flat picture stays small. */
const COLORS_MAX = 64;

interface Line {
  readonly text: string;
  readonly size: number;
  readonly weight: 'Bold' | 'Regular';
  readonly color: string;
}

interface DrawnText {
  readonly input: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a picture with our own words in a font that comes with the program, because a machine may have none with Chinese
 * characters. No byte of a file and no text of a stranger reaches the library, which is why it may run in this process.
 */
export async function drawPicture(picture: SharePicture, face: ShareFace, language: Language): Promise<Buffer> {
  // Loaded with the first picture: it is native code that most processes never need.
  const { default: sharp } = await import('sharp');
  const words = SHARE[language];
  const isSite = picture.state === SITE_PICTURE.state;
  const chipText = isSite ? words.siteChip : face.chip;
  const { ink } = TONE_COLORS[face.tone];
  const draw = (line: Line, width?: number) => drawText(sharp, line, width);
  const brand = await draw({ text: 'Revera', size: 40, weight: 'Bold', color: INK });
  const chip =
    chipText === null
      ? null
      : await draw({ text: chipText, size: 28, weight: 'Bold', color: ink }, HEADING_WIDTH - 2 * CHIP_PLACE.inset);
  const heading = await draw({ text: face.heading, size: 68, weight: 'Bold', color: INK }, HEADING_WIDTH);
  const note = await draw({ text: words.note, size: 26, weight: 'Regular', color: SOFT });
  const texts: (OverlayOptions | null)[] = [
    { input: brand.input, left: 156, top: Math.round(102 - brand.height / 2) },
    chip === null
      ? null
      : {
          input: chip.input,
          left: CHIP_PLACE.left + CHIP_PLACE.inset,
          top: Math.round(CHIP_PLACE.top + (CHIP_PLACE.height - chip.height) / 2),
        },
    // Below the chip, or in the middle without one.
    { input: heading.input, left: 80, top: chip === null ? Math.round(305 - heading.height / 2) : 285 },
    { input: note.input, left: 80, top: 560 },
    await kindText(picture, words, draw),
  ];
  return await sharp(Buffer.from(sceneOf(face, picture.kind, chip?.width ?? null)))
    .resize(SHARE_WIDTH, SHARE_HEIGHT)
    .composite(texts.filter((text) => text !== null))
    .png({ palette: true, colours: COLORS_MAX, compressionLevel: 9 })
    .toBuffer();
}

/** What kind of file it is, under its drawing. */
async function kindText(
  { kind }: SharePicture,
  words: (typeof SHARE)[Language],
  draw: (line: Line) => Promise<DrawnText>,
): Promise<OverlayOptions | null> {
  if (kind === 'site') return null;
  const { input, width } = await draw({ text: words.kinds[kind], size: 30, weight: 'Regular', color: SOFT });
  return { input, left: Math.round(990 - width / 2), top: 455 };
}

const FONT_FOLDER = join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '..', 'fonts');

async function drawText(sharp: SharpConstructor, { text, size, weight, color }: Line, width?: number) {
  const { data, info } = await sharp({
    text: {
      // Our own words; the library reads markup here.
      text: `<span foreground="${color}">${text}</span>`,
      font: `Noto Sans S Chinese ${weight} ${size}`,
      fontfile: join(FONT_FOLDER, `NotoSansHans-${weight}.otf`),
      rgba: true,
      dpi: 72,
      spacing: 10,
      ...(width === undefined ? {} : { width, wrap: 'word-char' as const }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height } satisfies DrawnText;
}
