import { parseArgs } from 'node:util';
import { ASSUMPTIONS, type AssumptionName, type Assumptions } from './assumptions.ts';

export interface ScaleOptions {
  /** Verifications of one measurement. */
  jobs: number;
  repetitions: number;
  clients: number;
  /** The file to verify; undefined: a signed photo with a picture in its manifest. */
  file: string | undefined;
  /** Where the figures go as JSON. */
  jsonFile: string | undefined;
  /** Figures of an earlier run; nothing is measured. */
  from: string | undefined;
  /** The document whose tables are replaced. */
  document: string | undefined;
  assumptions: Assumptions;
}

/** @throws {TypeError} for an unknown option or assumption, or a number that is none */
export function readScaleOptions(args: readonly string[]): ScaleOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      jobs: { type: 'string', default: '300' },
      repetitions: { type: 'string', default: '3' },
      clients: { type: 'string', default: '4' },
      file: { type: 'string' },
      json: { type: 'string' },
      from: { type: 'string' },
      write: { type: 'string' },
      assume: { type: 'string', multiple: true, default: [] },
    },
  });
  return {
    jobs: positive('--jobs', values.jobs),
    repetitions: positive('--repetitions', values.repetitions),
    clients: positive('--clients', values.clients),
    file: values.file,
    jsonFile: values.json,
    from: values.from,
    document: values.write,
    assumptions: readAssumptions(values.assume),
  };
}

function positive(name: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new TypeError(`${name} ${text} is not a whole number above 0`);
  return Number(text);
}

/** `name=number` replaces what is assumed. */
function readAssumptions(texts: readonly string[]): Assumptions {
  const values = new Map<string, number>(texts.map(readPair));
  const unknown = [...values.keys()].filter((name) => !Object.hasOwn(ASSUMPTIONS, name));
  if (unknown.length > 0) throw new TypeError(`--assume ${unknown.join(', ')}: nothing of that name is assumed`);
  return (name: AssumptionName) => values.get(name) ?? ASSUMPTIONS[name].value;
}

function readPair(text: string): [string, number] {
  const [name = '', value = ''] = text.split('=');
  if (!/^\d+(\.\d+)?$/.test(value)) throw new TypeError(`--assume ${text} is not a name, =, and a number`);
  return [name, Number(value)];
}
