// What a verification costs each process and the database, and what many of them a day need.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { member } from '../server-process.ts';
import { measureIdle, measureUsage } from './background.ts';
import { measureCommits } from './commits.ts';
import { Figures, readFigures } from './figures.ts';
import { openSubject } from './load.ts';
import { measureWays } from './measure.ts';
import { readScaleOptions } from './options.ts';
import { describeRun, reportOf, type Run } from './report.ts';
import { measureStored } from './stored.ts';
import { withWorld } from './world.ts';

const BEGIN = '<!-- npm run bench:scale begins -->';
const END = '<!-- npm run bench:scale ends -->';

const options = readScaleOptions(process.argv.slice(2));
const run = options.from === undefined ? await measure() : readRun(await readFile(options.from, 'utf8'));
const report = reportOf(run, options.assumptions);
console.log(report);
if (options.jsonFile !== undefined) await writeFile(options.jsonFile, `${JSON.stringify(run, null, 2)}\n`);
if (options.document !== undefined) await writeInto(options.document, report);

async function measure(): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-scale-'));
  try {
    const subject = await openSubject(folder, options.file);
    const about = describeRun(options, subject.what);
    try {
      const values = await withWorld(folder, subject.lists.settings, async (world) => ({
        'file.bytes': subject.file.actualBytes,
        ...(await measureWays(world, subject, options, options.repetitions)),
        ...(await measureStored(world)),
        ...(await measureIdle(world)),
        ...(await measureUsage(world)),
        ...(await measureCommits(world)),
      }));
      return { about, figures: new Figures(Object.entries(values)) };
    } finally {
      await subject.lists.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readRun(text: string): Run {
  const json: unknown = JSON.parse(text);
  const about = member(json, 'about');
  if (typeof about !== 'string') throw new TypeError('the file says nothing about its run');
  return { about, figures: readFigures(member(json, 'figures')) };
}

async function writeInto(document: string, tables: string): Promise<void> {
  const text = await readFile(document, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new TypeError(`${document} has not the lines between which the tables are written`);
  await writeFile(document, `${text.slice(0, begin + BEGIN.length)}\n\n${tables}\n\n${text.slice(end)}`);
}
