import type { QuotaFigures, UsedUp } from '../platform/quota-store.ts';
import { AppError } from '../shared/app-error.ts';
import type { BoundedOperation } from '../shared/operations.ts';

/** A unit that was reserved while its caller was identified, under the name of the job that will use it. */
export interface ReservedUnit {
  readonly jobId: string;
}

/** What is left of the plan, for answers of bounded operations; an operation without a bound has no such headers. */
export function quotaHeaders(figures: QuotaFigures | null): Record<string, string> {
  return figures === null ? {} : headersOf(figures);
}

function headersOf({ included, used, reserved, resetSeconds }: QuotaFigures): Record<string, string> {
  return {
    'quota-limit': String(included),
    'quota-remaining': String(Math.max(0, included - used - reserved)),
    'quota-reset': String(Math.max(0, resetSeconds)),
  };
}

/** The refusal of work that the plan does not include any more. */
export class QuotaExceeded extends AppError {
  /** Whose plan. */
  readonly organizationId: string;
  readonly operation: BoundedOperation;
  /** Whether the organization was told of a refusal in this period. */
  readonly isTold: boolean;

  constructor(organizationId: string, { isTold, ...figures }: UsedUp) {
    const { operation, included, used, reserved, resetsAt, resetSeconds } = figures;
    super('QUOTA_EXCEEDED', {
      headers: { ...headersOf(figures), 'retry-after': String(Math.max(1, resetSeconds)) },
      details: { operation, included, used, reserved, resets_at: resetsAt.toISOString() },
    });
    this.organizationId = organizationId;
    this.operation = operation;
    this.isTold = isTold;
  }
}
