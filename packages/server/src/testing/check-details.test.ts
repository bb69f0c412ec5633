import { describe, expect, it } from 'vitest';
import { checkDetails } from './check-details.ts';

const refusal = (code: string, details?: unknown) => ({
  error: { code, ...(details === undefined ? {} : { details }) },
});

describe('the check of details', () => {
  it.each([
    [{ id: 'job_1' }],
    [refusal('NOT_FOUND')],
    [refusal('SCOPE_DENIED', { required_scope: 'jobs:read' })],
    [refusal('SCOPE_DENIED', { required_permission: 'administrator' })],
    [refusal('CONFLICT', { reason: 'last_owner', organizations: [{ id: 'org_1', name: 'One' }] })],
  ])('passes %j', (body) => {
    expect(checkDetails(body)).toEqual([]);
  });

  it.each([
    [refusal('NOT_FOUND', { reason: 'csrf' })],
    [refusal('SCOPE_DENIED', { required_scope: 'jobs:read', more: true })],
    [refusal('SCOPE_DENIED', { required_permission: 'everything' })],
    [refusal('CONFLICT', { reason: 'csrf' })],
    [refusal('RATE_LIMITED', { retry_after_seconds: '1' })],
  ])('sees what is wrong with %j', (body) => {
    expect(checkDetails(body)).toHaveLength(1);
  });
});
