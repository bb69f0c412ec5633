import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { readOptions } from './options.ts';
import { targetsTable } from './targets-table.ts';
import type { BenchContext, Scenario, ScenarioResult } from './scenario.ts';
import { besideC2patool } from './scenarios/beside-c2patool.ts';
import { besideNativeSigning } from './scenarios/beside-native-signing.ts';
import { engine } from './scenarios/engine.ts';
import { flood } from './scenarios/flood.ts';
import { httpHuge } from './scenarios/http-huge.ts';
import { httpLarge } from './scenarios/http-large.ts';
import { httpPreviews } from './scenarios/http-previews.ts';
import { httpSmall } from './scenarios/http-small.ts';
import { hostileMetadata } from './scenarios/hostile-metadata.ts';
import { lab } from './scenarios/lab.ts';
import { largeHashing } from './scenarios/large-hashing.ts';
import { metadata } from './scenarios/metadata.ts';
import { resolution } from './scenarios/resolution.ts';
import { site } from './scenarios/site.ts';
import { signing, signingLimit } from './scenarios/signing.ts';
import { alignTable, formatNumber, markdownTable } from './table.ts';

const SCENARIOS: readonly Scenario[] = [
  besideC2patool,
  besideNativeSigning,
  largeHashing,
  engine,
  httpSmall,
  httpLarge,
  httpHuge,
  httpPreviews,
  flood,
  signing,
  signingLimit,
  hostileMetadata,
  metadata,
  lab,
  resolution,
  site,
];

const options = readOptions(
  process.argv.slice(2),
  SCENARIOS.map(({ name }) => name),
);
const machine = {
  cores: cpus().length,
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  system: `${process.platform} ${process.arch}`,
};
const printTable = options.isMarkdown ? markdownTable : alignTable;

console.log(
  `${machine.cores} cores (${machine.processor}), ${machine.memory_gib} GiB, Node ${machine.node}, ${machine.system}\n`,
);
const results: (ScenarioResult & { name: string; load_before: number })[] = [];
for (const scenario of SCENARIOS) {
  if (options.only.length > 0 && !options.only.includes(scenario.name)) continue;
  const load = loadavg()[0] ?? 0;
  const result = await runScenario(scenario);
  results.push({ name: scenario.name, load_before: load, ...result });
  for (const table of result.tables) console.log(`${printTable(table)}\n`);
  for (const note of result.notes) console.log(`${note}\n`);
  console.log(`Load of the machine before ${scenario.name}: ${formatNumber(load)}\n`);
}
const targets = results.flatMap((result) => result.targets);
if (targets.length > 0) console.log(printTable(targetsTable(targets)));
if (options.jsonFile !== undefined) {
  const measured_at = new Date().toISOString();
  const json = { measured_at, quick: options.isQuick, machine, scenarios: results };
  await writeFile(options.jsonFile, `${JSON.stringify(json, null, 2)}\n`);
}

async function runScenario(scenario: Scenario): Promise<ScenarioResult> {
  const context: BenchContext = {
    isQuick: options.isQuick,
    folder: await mkdtemp(join(tmpdir(), `revera-bench-${scenario.name}-`)),
  };
  try {
    return await scenario.run(context);
  } finally {
    await rm(context.folder, { recursive: true, force: true });
  }
}
