// A new model from a folder of images that are known to be untouched, in the format of the one that is shipped.
// npm run train:resolution -- FOLDER --out model.json [--most 400]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createPixelWorkspace, measurePixels } from '@revera/provenance';
import { decodePicture } from '@revera/testkit/pixels';
import { describeScores, splitRows } from './held-out.ts';
import { listOriginals, seedOf } from './originals.ts';
import { samplesOf } from './samples.ts';
import { trainModel, type Row } from './train-model.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '400' }, out: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined || values.out === undefined) throw new TypeError('which folder of originals, and --out FILE?');
const workspace = createPixelWorkspace();
const rows: Row[] = [];
for (const original of listOriginals(folder, Number(values.most))) {
  const picture = await decodePicture(original.path);
  for await (const { window, truth } of samplesOf(picture, original.codecGrid, seedOf(original))) {
    if (Math.min(window.width, window.height) < 256) continue;
    rows.push({ source: original.sha256, truth, values: measurePixels(window, workspace).features.values });
  }
}
console.log(`${rows.length} samples measured`);
const { training, heldOut } = splitRows(rows);
const model = trainModel(training);
writeFileSync(values.out, `${JSON.stringify(model, null, 2)}\n`);
console.log(`${values.out}: enlarged from ${String(model['enlarged'])}, native up to ${String(model['native'])}`);
const sources = new Set(heldOut.map(({ source }) => source)).size;
console.log(`On ${sources} originals that it was not trained on:`);
for (const line of describeScores(model, heldOut)) console.log(line);
