import { cpus, loadavg } from 'node:os';
import { markdownTable, type Table } from '../table.ts';
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { WAYS, type Figures } from './figures.ts';
import { needsTable } from './needs.ts';
import type { ScaleOptions } from './options.ts';
import { wallsTable } from './walls.ts';

/** The tables of a run, and what its reader has to know, in Markdown. */
export function reportOf({ about, figures }: Run, assume: Assumptions): string {
  const tables = [
    waysTable(figures),
    statementsTable(figures),
    spaceTable(figures),
    restTable(figures),
    assumptionsTable(assume),
    needsTable(figures, assume),
    wallsTable(figures, assume),
  ];
  return [about, ...tables.map(markdownTable)].join('\n\n');
}

export interface Run {
  /** When, where and with what it was measured. */
  about: string;
  figures: Figures;
}

/** Call it before anything is measured, so that the load is that of others. */
export function describeRun({ jobs, repetitions, clients }: ScaleOptions, what: string): string {
  const cores = cpus().length;
  const most = Math.max(...WAYS.map(({ workers }) => workers));
  const competing =
    cores <= most
      ? ` ${cores} cores hold client, API, workers and PostgreSQL, so several workers compete for them: their rates say nothing about more machines.`
      : '';
  return (
    `${new Date().toISOString().slice(0, 10)}, ${cores} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}, ` +
    `load of the machine before ${(loadavg()[0] ?? 0).toFixed(2)}. ${what}. ${jobs} verifications each time, ${clients} clients, ` +
    `medians of ${repetitions} in turns.${competing}`
  );
}

function waysTable(figures: Figures): Table {
  const columns = [
    ['a second', 'rate'],
    ['client ms', 'client_ms'],
    ['API ms', 'api_ms'],
    ['worker ms', 'worker_ms'],
    ['PostgreSQL ms', 'database_ms'],
    ['statements', 'statements'],
    ['statement ms', 'statement_ms'],
    ['transactions', 'transactions'],
    ['row writes', 'row_writes'],
    ['index writes', 'index_writes'],
    ['WAL bytes', 'wal_bytes'],
    ['whole pages in WAL, bytes', 'wal_page_bytes'],
  ] as const;
  return {
    title: 'One verification: processor time by role, and what PostgreSQL does for it',
    columns: ['way', ...columns.map(([head]) => head)],
    rows: WAYS.map(({ name, what }) => [what, ...columns.map(([, figure]) => figures.get(`${name}.${figure}`))]),
  };
}

function statementsTable(figures: Figures): Table {
  const shown = ['waiting', 'queued_1', 'queued_4'] as const;
  const named = new Set(figures.names().flatMap((name) => /\.statement\.(.+)\.calls$/.exec(name)?.[1] ?? []));
  const purposes = [...named].toSorted((a, b) => Number(a === 'other') - Number(b === 'other'));
  const valueOf = (name: string): number => (figures.names().includes(name) ? figures.get(name) : 0);
  const rows = purposes.map((purpose) => [
    purpose,
    ...shown.flatMap((way) => {
      const [calls, ms] = ['calls', 'ms'].map((part) => valueOf(`${way}.statement.${purpose}.${part}`));
      return [calls ?? 0, calls === undefined || calls === 0 ? null : (ms ?? 0) / calls];
    }),
  ]);
  return {
    title: 'Statements of one verification, and the mean milliseconds of each, planning included',
    columns: ['statement', ...shown.flatMap((way) => [way.replace('_', ', workers: '), 'ms'])],
    rows,
  };
}

function spaceTable(figures: Figures): Table {
  const bytes = (way: string, name: string): number => figures.get(`${way}.${name}_bytes`);
  return {
    title: 'Bytes by which the files of the database grow with one verification',
    columns: [
      'way',
      'job',
      'apart (TOAST)',
      'its indexes',
      'pictures',
      'apart',
      'their index',
      'usage',
      'its indexes',
      'other tables',
    ],
    rows: WAYS.map(({ name, what }) => [
      what,
      ...['job', 'job_thumbnail'].flatMap((table) =>
        ['rows', 'apart', 'indexes'].map((part) => bytes(name, `${table}_${part}`)),
      ),
      bytes(name, 'usage_records_rows'),
      bytes(name, 'usage_records_indexes'),
      bytes(name, 'others'),
    ]),
  };
}

function restTable(figures: Figures): Table {
  const rows = [
    ['bytes of the file', 'file.bytes'],
    ['stored: bytes of the result', 'stored.result_bytes'],
    ['stored: bytes of the report', 'stored.report_bytes'],
    ['stored: bytes of the crJSON', 'stored.crjson_bytes'],
    ['stored: bytes of the pictures', 'stored.pictures_bytes'],
    ['stored: values of a job that are apart from its row (TOAST)', 'stored.apart_values'],
    ['left of a job when its result has expired: bytes of its row', 'stored.expired_rows_bytes'],
    ['left of a job when its result has expired: bytes in its indexes', 'stored.expired_indexes_bytes'],
    ['rows of usage that are summed a second', 'usage.fold_rows_a_second'],
    ['rows of usage that are checked a second', 'usage.check_rows_a_second'],
    ['an API process without work: statements a second', 'idle.api_statements_a_second'],
    ['a worker without work: statements a second', 'idle.worker_statements_a_second'],
    ['a worker without work: ms of PostgreSQL a second', 'idle.worker_ms_a_second'],
    ['transactions a second, 16 connections, rows of their own', 'commits.plain_a_second'],
    ['transactions a second, 16 connections, with a notification', 'commits.notifying_a_second'],
    ['transactions a second, 16 connections, on one row', 'commits.one_row_a_second'],
    ['flushing the log of writes: ms', 'commits.flush_ms'],
  ] as const;
  return {
    title: 'Apart from the ways',
    columns: ['what', 'measured'],
    rows: rows.map(([what, name]) => [what, figures.get(name)]),
  };
}

function assumptionsTable(assume: Assumptions): Table {
  const names = Object.keys(ASSUMPTIONS).filter((name) => isAssumption(name));
  return {
    title: 'Assumptions, to be replaced by yours: `--assume NAME=NUMBER`. Prices are examples, in any currency',
    columns: ['name', 'number', 'what'],
    rows: names.map((name) => [`\`${name}\``, String(assume(name)), ASSUMPTIONS[name].what]),
  };
}

function isAssumption(name: string): name is keyof typeof ASSUMPTIONS {
  return Object.hasOwn(ASSUMPTIONS, name);
}
