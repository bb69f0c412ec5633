// A new model from a folder of images that are known to be untouched, in the format of the one that is shipped.
// npm run train:resolution -- FOLDER --out model.json [--most 400]
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeScores, splitRows } from './held-out.ts';
import { measureRows } from './measure-rows.ts';
import { listOriginals, UsageError } from './originals.ts';
import { runTool } from './run-tool.ts';
import { trainModel } from './train-model.ts';

const SHIPPED = new URL('../../packages/provenance/src/resolution/model/model.json', import.meta.url);

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { most: { type: 'string', default: '400' }, out: { type: 'string' } },
  });
  const [folder] = positionals;
  if (folder === undefined || values.out === undefined)
    throw new UsageError('Which folder of originals, and --out FILE?');
  const originals = listOriginals(folder, Number(values.most));
  const notes: string[] = [];
  const rows = await measureRows(originals, notes, (samples, at) => {
    if (at % 10 === 0) console.log(`${at} of ${originals.length} originals, ${samples} samples`);
  });
  for (const note of notes) console.log(note);
  console.log(`${rows.length} samples measured`);
  const { training, heldOut } = splitRows(rows);
  const model = trainModel(training);
  writeFileSync(values.out, `${JSON.stringify(model, null, 2)}\n`);
  console.log(`${values.out}: enlarged from ${String(model['enlarged'])}, native up to ${String(model['native'])}`);
  const sources = new Set(heldOut.map(({ source }) => source)).size;
  const shipped: unknown = JSON.parse(readFileSync(SHIPPED, 'utf8'));
  for (const [name, file] of [
    ['This model', model],
    ['The shipped model', shipped],
  ] as const) {
    console.log(`${name}, on ${sources} originals that this one was not trained on:`);
    for (const line of describeScores(file, heldOut)) console.log(line);
  }
});
