// How often the answers about resolution are right, on a folder of images that are known to be untouched.
// npm run eval:resolution -- FOLDER [--most 60] [--markdown]
import { parseArgs } from 'node:util';
import { alignTable, markdownTable } from '../bench/table.ts';
import { evaluate } from './evaluate.ts';
import { listOriginals, UsageError } from './originals.ts';
import { runTool } from './run-tool.ts';
import { confusionTable, wilsonInterval } from './tally.ts';

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { most: { type: 'string', default: '60' }, markdown: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new UsageError('Which folder of untouched originals?');
  const originals = listOriginals(folder, Number(values.most));
  const { tally, factors, sources, sourcesWithFalseAlarm, notes } = await evaluate(originals);
  for (const note of notes) console.log(note);
  console.log(`\n${sources} originals\n`);
  console.log((values.markdown ? markdownTable : alignTable)(confusionTable(tally)));
  const [low, high] = wilsonInterval(sourcesWithFalseAlarm, sources).map((share) => (100 * share).toFixed(1));
  console.log(
    `\nOriginals with a native sample taken for enlarged: ${sourcesWithFalseAlarm} of ${sources} [${low}, ${high}] %`,
  );
  const { named, right, rightWithAlternatives } = factors;
  console.log(`Factors: ${named} named, ${right} within 3 %, ${rightWithAlternatives} with what else they could be`);
});
