import { describe, expect, expectTypeOf, it } from 'vitest';
import { AppError, hasCode, reasonOf } from './app-error.ts';
import type { DetailsOf } from './error-details.ts';

describe('the details of an error', () => {
  it('are held against its code by the compiler', () => {
    expectTypeOf<DetailsOf<'NOT_FOUND'>>().toEqualTypeOf<never>();
    expectTypeOf<DetailsOf<'FILE_TOO_LARGE'>>().toEqualTypeOf<{ limit_bytes: number }>();
    expectTypeOf(AppError).toBeConstructibleWith('CONFLICT', { details: { reason: 'token_invalid' } });
    expectTypeOf<['CONFLICT', { details: { reason: 'csrf' } }]>().not.toExtend<
      ConstructorParameters<typeof AppError>
    >();
    expectTypeOf<['RATE_LIMITED', { details: { seconds: 1 } }]>().not.toExtend<
      ConstructorParameters<typeof AppError>
    >();
    expectTypeOf<['NOT_FOUND', { details: { reason: 'csrf' } }]>().not.toExtend<
      ConstructorParameters<typeof AppError>
    >();
  });

  it('are narrowed by its code', () => {
    const error: AppError = new AppError('RATE_LIMITED', { details: { retry_after_seconds: 7 } });
    expect(hasCode(error, 'RATE_LIMITED') && error.details?.retry_after_seconds).toBe(7);
    expect(hasCode(error, 'FILE_TOO_LARGE')).toBe(false);
  });

  it('give its reason where they have one', () => {
    expect(reasonOf(new AppError('SCOPE_DENIED', { details: { reason: 'csrf' } }))).toBe('csrf');
    expect(reasonOf(new AppError('SCOPE_DENIED', { details: { required_scope: 'jobs:read' } }))).toBeUndefined();
    expect(reasonOf(new AppError('NOT_FOUND'))).toBeUndefined();
  });
});
