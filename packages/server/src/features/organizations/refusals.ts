import { AppError } from '../../shared/app-error.ts';
import type { Judgement } from './rules.ts';

/** @throws {AppError} SCOPE_DENIED, CONFLICT */
export function requireAllowed(judgement: Judgement): void {
  switch (judgement) {
    case 'allowed':
      return;
    case 'not_permitted':
      throw new AppError('SCOPE_DENIED', { details: { required_permission: 'members:manage' } });
    case 'above_own_role':
      throw new AppError('SCOPE_DENIED', { details: { reason: judgement } });
    case 'last_owner':
    case 'personal_organization':
      throw new AppError('CONFLICT', { details: { reason: judgement } });
  }
}

/** For a caller whose membership was checked a moment ago and may have ended since. */
export function requireFound<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('NOT_FOUND');
  return found;
}
