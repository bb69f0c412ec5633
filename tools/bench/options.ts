import { parseArgs } from 'node:util';

export interface BenchOptions {
  isQuick: boolean;
  /** Names of scenarios; empty: all. */
  only: string[];
  /** Where the results go as JSON. */
  jsonFile: string | undefined;
  isMarkdown: boolean;
}

/** @throws {TypeError} for an unknown option or scenario */
export function readOptions(args: readonly string[], scenarioNames: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      markdown: { type: 'boolean', default: false },
    },
  });
  const unknown = values.only.filter((name) => !scenarioNames.includes(name));
  if (unknown.length > 0) {
    throw new TypeError(`--only ${unknown.join(', ')}: the scenarios are ${scenarioNames.join(', ')}`);
  }
  return { isQuick: values.quick, only: values.only, jsonFile: values.json, isMarkdown: values.markdown };
}
