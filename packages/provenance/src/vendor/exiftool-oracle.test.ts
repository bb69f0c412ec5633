import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sharedFolder, vendorCases, xmpForms, xmpProperties } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { findingsOf, readWithExifTool, type ExifToolTags } from '../testing/exiftool-findings.ts';
import { hasMediaTool } from '../testing/media-tools.ts';
import { listFiles } from '../testing/shared-files.ts';
import { judgeFindings, readWithoutCredential } from '../testing/vendor-reading.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** Files that ExifTool takes seconds and gigabytes for (it has no bound for texts that unpack). */
const LARGEST_BYTES = 200_000;
const BOMBS = /^H6-/;

/** Where ExifTool 12.57 hands other values to the rules than our readers do, and why ours are right. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  A26: 'It looks for the trailer of Samsung behind a JPEG, not behind a PNG',
  D24: 'Of a note it names the kind and not the maker',
  D26: 'It calls DJI\'s ©mdl and everybody\'s ©mod "Model": who wrote the field is lost',
  D27: "It gives the content of GoPro's boxes and not their names, which are what names the maker",
  D29: 'It reads the mark of Insta360 only with records in front of it',
  H2: 'It says nothing of a JPEG that ends before its picture',
  V3: 'It stops at the first cluster of a WebM; the tags stand behind',
  'c2pa/c2pa-rs/sample1.jxl': 'Its packet is compressed with Brotli, for which ExifTool needs a module of Perl',
};

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
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** By our own readers and by ExifTool's values; null: no media file. */
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
});
