import { readFileSync } from 'node:fs';
import type { PlanShown } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import { noArguments, oneArgument, parseOptions, required } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';
import { table } from '../render/table.ts';
import { UsageError } from '../usage-error.ts';
import { serverCommand } from './server-command.ts';

const FILE_OPTIONS = { json: JSON_OPTION } as const;

const plansImport: Command = {
  name: 'plans import',
  summary: 'Store the plans of a file',
  usage: 'FILE [OPTIONS]',
  options: FILE_OPTIONS,
  details: [
    'FILE is JSON like the plans.json that is shipped; prices are in fen. What differs from the newest version of its plan becomes a new version, at once and also for a running server. A file with anything wrong in it is refused as a whole.',
    'Organizations that were given a plan keep their version; those that were given none are on the newest version of the plan free.',
  ],
  examples: [['revera plans import plans.json', 'print the versions that were added']],
  run: async (args, context) => {
    const { values, positionals } = parseOptions(FILE_OPTIONS, args);
    const text = readText(oneArgument(positionals, 'The file of plans'));
    const result = await (await context.server()).importPlans(text);
    return printAnswer(context, result, values.json === true, (added) =>
      added.length === 0 ? ['Nothing differs from the newest versions'] : planTable(added),
    );
  },
};

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const LIMIT_OPTIONS = {
  operation: { type: 'string', value: 'NAME', help: 'verification, signing, analysis or lab (required)' },
  included: {
    type: 'string',
    value: 'NUMBER|none|plan',
    help: 'units a month; none: no bound; plan: what the plan says (required)',
  },
  json: JSON_OPTION,
} as const;

const plansLimit: Command = {
  name: 'plans limit',
  summary: 'Set what one organization may use',
  usage: 'ORGANIZATION --operation NAME --included NUMBER [OPTIONS]',
  options: LIMIT_OPTIONS,
  details: [
    'Replaces what the plan of the organization includes, at once and for the month that is under way. It works without plans too: then nothing else bounds anything.',
  ],
  examples: [
    [
      'revera plans limit org_0123456789abcdefghijkl --operation signing --included 5000',
      'the ID stands in revera admin find',
    ],
    ['revera plans limit org_0123456789abcdefghijkl --operation signing --included plan', 'leave it to the plan again'],
  ],
  run: async (args, context) => {
    const { values, positionals } = parseOptions(LIMIT_OPTIONS, args);
    const request = {
      organization_id: oneArgument(positionals, 'The ID of the organization'),
      operation: required(values.operation, '--operation'),
      included: decodeIncluded(required(values.included, '--included')),
    };
    const result = await (await context.server()).limitOrganization(request);
    return printAnswer(context, result, values.json === true, ({ organization_id, limits }) => [
      `Limits of ${safeText(organization_id)} beside its plan:`,
      ...table(
        ['OPERATION', 'INCLUDED'],
        limits.map(({ operation, included }) => [operation, String(included ?? 'no bound')]),
      ),
    ]);
  },
};

function decodeIncluded(text: string): number | null | 'plan' {
  if (text === 'plan') return 'plan';
  if (text === 'none') return null;
  if (!/^\d{1,12}$/.test(text)) throw new UsageError('--included takes a whole number, none or plan');
  return Number(text);
}

const ASSIGN_OPTIONS = {
  plan: { type: 'string', value: 'CODE', help: 'the newest version of this plan (required)' },
  json: JSON_OPTION,
} as const;

const plansAssign: Command = {
  name: 'plans assign',
  summary: 'Put an organization on a plan',
  usage: 'ORGANIZATION --plan CODE [OPTIONS]',
  options: ASSIGN_OPTIONS,
  details: ['From now on: its months begin on this day (UTC), and what it includes is counted afresh.'],
  examples: [['revera plans assign org_0123456789abcdefghijkl --plan enterprise', 'a plan by contract']],
  run: async (args, context) => {
    const { values, positionals } = parseOptions(ASSIGN_OPTIONS, args);
    const request = {
      organization_id: oneArgument(positionals, 'The ID of the organization'),
      code: required(values.plan, '--plan'),
    };
    const result = await (await context.server()).assignPlan(request);
    return printAnswer(context, result, values.json === true, (plan) => planTable([plan]));
  },
};

const plansList = serverCommand({
  name: 'plans list',
  summary: 'Show the plans',
  details: ['The newest version of each. Without a payment gateway there are none, and nothing is bounded.'],
  examples: [['revera plans list --json', 'with all prices, in fen']],
  call: (server) => server.listPlans(),
  lines: planTable,
});

function planTable(plans: readonly PlanShown[]): string[] {
  return table(
    ['CODE', 'VERSION', 'A MONTH (FEN)', 'INCLUDED', 'NAME'],
    plans.map(({ code, version, price_fen, included, name }) => [
      code,
      String(version),
      price_fen === null ? 'by contract' : String(price_fen),
      Object.entries(included)
        .map(([operation, amount]) => `${operation} ${amount ?? 'no bound'}`)
        .join(', '),
      safeText(name),
    ]),
  );
}

const REBUILD_OPTIONS = {
  from: { type: 'string', value: 'DAY', help: 'the first day, such as 2026-11-23 (default: all whose rows are kept)' },
  json: JSON_OPTION,
} as const;

const usageRebuild: Command = {
  name: 'usage rebuild',
  summary: 'Make the sums of usage again from its rows',
  usage: '[OPTIONS]',
  options: REBUILD_OPTIONS,
  details: [
    'For sums that the daily check found to differ, and after the database was restored on another server. It works beside a running server, day by day; days whose rows are no longer kept stay as they are.',
  ],
  examples: [['revera usage rebuild --from 2026-11-01', 'the sums of a month']],
  run: async (args, context) => {
    const { values, positionals } = parseOptions(REBUILD_OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).rebuildUsage(values.from ?? null);
    return printAnswer(context, result, values.json === true, ({ days, sums }) => [`${days} days, ${sums} sums`]);
  },
};

/** Commands of plans, quotas and usage, in the order of the help. */
export const PLAN_COMMANDS: readonly Command[] = [plansList, plansImport, plansAssign, plansLimit, usageRebuild];
