import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sharedFolder } from '@revera/testkit';
import { xmpForms } from '@revera/testkit/label';
import { vendorCases, xmpProperties } from '@revera/testkit/vendor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { cameraOf, isSameCamera } from '../testing/exiftool-camera.ts';
import { findingsOf, readWithExifTool, type ExifToolTags } from '../testing/exiftool-findings.ts';
import { hasMediaTool } from '../testing/media-tools.ts';
import { listFiles } from '../testing/shared-files.ts';
import { judgeFindings, readWithoutCredential } from '../testing/vendor-reading.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** Files that ExifTool takes seconds and gigabytes for (it has no bound for texts that unpack). */
const LARGEST_BYTES = 200_000;
const BOMBS = /^H6-/;

const UTF16_ONLY = 'It takes what stands behind the mark of Unicode for UTF-16, bytes of text too';

/** Where ExifTool 12.57 hands other values to the rules than our readers do, and why ours are right. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'A3-bytes': UTF16_ONLY,
  'B21-bytes': UTF16_ONLY,
  A26: 'It looks for the trailer of Samsung behind a JPEG, not behind a PNG',
  D24: 'Of a note it names the kind and not the maker',
  D26: 'It calls DJI\'s ©mdl and everybody\'s ©mod "Model": who wrote the field is lost',
  D27: "It gives the content of GoPro's boxes and not their names, which are what names the maker",
  D29: 'It reads the mark of Insta360 only with records in front of it',
  H2: 'It says nothing of a JPEG that ends before its picture',
  V3: 'It stops at the first cluster of a WebM; the tags stand behind',
  'c2pa/c2pa-rs/sample1.jxl': 'Its packet is compressed with Brotli, for which ExifTool needs a module of Perl',
};

/** Where the Make and Model that ExifTool reads are not the camera that we name, and why ours is right. */
const OTHER_CAMERAS: readonly { files: RegExp; why: string }[] = [
  { files: /^A1[34]$/, why: 'ComfyUI writes its workflow there' },
  { files: /^B(?:12|13|24)$/, why: 'A generator names itself as a maker' },
  { files: /^D26$/, why: 'DJI writes a model and no maker, in a field of its own' },
  { files: /^D36-(?:word-\d+|PENTAX0+|SONYIILLy)$/, why: 'It repeats the text, which names nobody' },
  { files: /^D36-(?:no-)?model$/, why: 'It repeats a maker or a model that says nothing beside one that does' },
  { files: /^E1$|^c2pa\/c2pa-rs\/c\.mov$/, why: 'A Mac that recorded its screen is no camera' },
  { files: /^E2$/, why: 'A game is no camera' },
  { files: /^H[45]$/, why: 'Control characters, or more than any name has' },
];

/** The share of photographs naming a camera on which ExifTool and we must agree. */
const LEAST_AGREEMENT = 0.99;
/** Our real photographs that name a camera number at least this, so that an empty comparison is not an agreement. */
const LEAST_PHOTOGRAPHS = 10;

const READING_TIMEOUT_MS = 200_000;

const PACKETS = { properties: xmpProperties, label: xmpForms.element };

/** Vendor and model, as a result names them. */
function named({ metadata }: Verdict): string {
  return `${metadata?.vendor?.en ?? '-'} / ${metadata?.model ?? '-'}`;
}

describe.skipIf(!hasMediaTool('exiftool'))('ExifTool reads the same vendor and model', () => {
  const corpus = sharedFolder('corpus');
  let folder = '';
  let tags = new Map<string, ExifToolTags>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'revera-vendor-'));
    for (const { id, extension, build } of vendorCases.filter((one) => !BOMBS.test(one.id))) {
      const bytes = build();
      if (bytes.length <= LARGEST_BYTES) await writeFile(join(folder, `${id}.${extension}`), bytes);
    }
    tags = await readWithExifTool(corpus === null ? [folder] : [folder, corpus]);
  }, READING_TIMEOUT_MS);
  afterAll(() => rm(folder, { recursive: true }));

  /** By our own readers and by ExifTool's values; null when it is not a media file. */
  async function compare(path: string): Promise<{ ours: string; theirs: string } | null> {
    const source = bufferSource(await readFile(path));
    const own = readWithoutCredential(source);
    const found = tags.get(path);
    if (own.mediaType === null || found === undefined) return null;
    return {
      ours: named(own.verdict),
      theirs: named(judgeFindings(source, own.mediaType, findingsOf(found, PACKETS)).verdict),
    };
  }

  async function differences(root: string, nameOf: (path: string) => string): Promise<string[]> {
    const rows: string[] = [];
    for (const path of listFiles(root)) {
      const both = await compare(join(root, path));
      if (both === null || both.ours === both.theirs || nameOf(path) in DIFFERENCES) continue;
      rows.push(`${nameOf(path)}: ours ${both.ours}, theirs ${both.theirs}`);
    }
    return rows;
  }

  it('of the cases', async () => {
    expect(await differences(folder, (path) => basename(path).replace(/\.\w+$/, ''))).toEqual([]);
  });

  it.skipIf(corpus === null)('of the real files', async () => {
    expect(await differences(corpus ?? '', (path) => path)).toEqual([]);
  });

  interface CameraRow {
    name: string;
    isPhotograph: boolean;
    /** What each of us names; null when the same. */
    difference: string | null;
  }

  /** The files in which ExifTool finds a maker or model. */
  async function cameras(root: string, nameOf: (path: string) => string): Promise<CameraRow[]> {
    const rows: CameraRow[] = [];
    for (const path of listFiles(root)) {
      const theirs = cameraOf(tags.get(join(root, path)) ?? {});
      const { mediaType, facts } = readWithoutCredential(bufferSource(await readFile(join(root, path))));
      if (theirs === null || mediaType === null) continue;
      const ours = facts?.evidence.find(({ kind }) => kind === 'captured') ?? null;
      const both = `ours ${ours?.vendor ?? '-'} / ${ours?.model ?? '-'}, theirs ${theirs.make ?? '-'} / ${theirs.model ?? '-'}`;
      const difference = isSameCamera(theirs, ours) ? null : both;
      rows.push({ name: nameOf(path), isPhotograph: mediaType.startsWith('image/'), difference });
    }
    return rows;
  }

  function unexplained(rows: readonly CameraRow[]): (string | null)[][] {
    return rows
      .filter(({ name, difference }) => difference !== null && !OTHER_CAMERAS.some(({ files }) => files.test(name)))
      .map(({ name, difference }) => [name, difference]);
  }

  it('and the camera of each case', async () => {
    const rows = await cameras(folder, (path) => basename(path).replace(/\.\w+$/, ''));
    expect(unexplained(rows)).toEqual([]);
    // A row that explains nothing any more hides what comes next.
    const differing = rows.filter(({ difference }) => difference !== null);
    const used = OTHER_CAMERAS.filter(({ files }) => differing.some(({ name }) => files.test(name)));
    expect(used.map(({ why }) => why)).toEqual(OTHER_CAMERAS.map(({ why }) => why));
  });

  it.skipIf(corpus === null)('and the cameras of the real photographs', async () => {
    const rows = await cameras(corpus ?? '', (path) => path);
    expect(unexplained(rows)).toEqual([]);
    const photographs = rows.filter(({ isPhotograph }) => isPhotograph);
    const agreed = photographs.filter(({ difference }) => difference === null);
    expect(photographs.length).toBeGreaterThanOrEqual(LEAST_PHOTOGRAPHS);
    expect(agreed.length / photographs.length).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
  });
});
