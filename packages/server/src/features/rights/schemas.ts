import { z } from 'zod';

/** Stated when closing, and never guessed: what was signed cannot be reached afterwards. */
const credentialsChoice = z
  .enum(['keep', 'revoke'])
  .describe(
    'What happens to the credentials of organizations that close: `keep` leaves them valid, and only the operator can revoke them later; `revoke` revokes them now',
  );

export const choiceQuery = z.object({ credentials: credentialsChoice });

export const closingParams = z.object({
  org_id: z.string().min(1).max(100).describe('Identifier of the organization'),
});

export const closedOrganizationSchema = z
  .object({
    id: z.string(),
    status: z.literal('closed'),
    closed_at: z.string(),
    credentials: z.enum(['kept', 'revoked']),
  })
  .meta({ id: 'ClosedOrganization' });
