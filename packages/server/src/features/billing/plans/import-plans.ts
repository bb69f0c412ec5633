import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../platform/database.ts';
import { writeAudit, type AuditEntry } from '../../audit/index.ts';
import { insertPlan, lockPlans, type Plan } from './queries.ts';
import { planFileSchema, type NewPlan } from './schemas.ts';

/** A file of plans that is refused as a whole; the message names every problem. */
export class PlanFileError extends Error {
  override readonly name = 'PlanFileError';
}

/** @throws {PlanFileError} */
export function decodePlanFile(text: string): NewPlan[] {
  const parsed = planFileSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data.plans;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  throw new PlanFileError(problems.join('\n'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PlanFileError('the file is not JSON', { cause });
  }
}

/**
 * Stores the plans of a file: a new version of each that differs from its newest one. Organizations that were given a plan keep
 * their version; those on the first plan by default have its newest at once. A plan that is not in the file stays as it is.
 * Answers the versions that were added.
 */
export async function importPlans(db: Db, plans: readonly NewPlan[], actor: AuditEntry['actor']): Promise<Plan[]> {
  return db.transaction().execute(async (trx) => {
    const newest = new Map((await lockPlans(trx)).map((row) => [row.code, row]));
    const added: Plan[] = [];
    for (const plan of plans) {
      const before = newest.get(plan.code);
      if (before !== undefined && isDeepStrictEqual(contentOf(before), plan)) continue;
      added.push(await insertPlan(trx, (before?.version ?? 0) + 1, plan));
    }
    if (added.length === 0) return [];
    await writeAudit(trx, {
      organizationId: null,
      actor,
      action: 'plans.imported',
      target: { kind: 'plan', id: null },
      details: { versions: added.map(({ code, version }) => ({ code, version })) },
    });
    return added;
  });
}

/** A stored plan as a file would have it. */
function contentOf({ code, name, price_fen, is_hidden, included, more_fen, when_used_up }: Plan): NewPlan {
  return {
    code,
    name,
    price_fen,
    hidden: is_hidden,
    included: { ...included },
    more_fen: amountsOf(more_fen),
    when_used_up,
  };
}

function amountsOf(amounts: Plan['more_fen']): NewPlan['more_fen'] {
  return Object.fromEntries(Object.entries(amounts).filter(([, value]) => value !== null));
}
