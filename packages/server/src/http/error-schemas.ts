import { z } from 'zod';
import { ERROR_CODES } from '../shared/error-codes.ts';
import { ERROR_DETAILS, reasonsIn } from '../shared/error-details.ts';

/** `CODE: member, member; reason (one, another)`, with semicolons between the forms of a code. */
function describeDetails(): string {
  const codes = Object.entries(ERROR_DETAILS).map(([code, forms]) => {
    const worded = forms.map((form) =>
      Object.keys(form.shape)
        .map((member) => (member === 'reason' ? `reason (${reasonsIn(form).join(', ')})` : member))
        .join(', '),
    );
    return `${code}: ${worded.join('; ')}.`;
  });
  return ['Free-form facts about the refusal. What they hold by code, to which more may be added:', ...codes].join(' ');
}

/** The error envelope. */
export const apiErrorSchema = z
  .object({
    error: z.object({
      // Not an enum: clients must survive codes that are added later.
      code: z.string().describe(`Stable machine code, one of: ${Object.keys(ERROR_CODES).join(', ')}`),
      message: z.string().describe('For people, in the language of Accept-Language'),
      request_id: z.string().describe('The same as the header X-Request-Id'),
      details: z.record(z.string(), z.unknown()).optional().describe(describeDetails()),
    }),
  })
  .meta({ id: 'ApiError' });

const validationErrorSchema = z
  .object({
    loc: z.array(z.union([z.string(), z.int()])).describe('body, query, path or header, then the members on the way'),
    msg: z.string(),
    type: z.string(),
    input: z.unknown().optional().describe('The value received, when it is short and not secret'),
    ctx: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ValidationError' });

/** The body of every 422. */
export const httpValidationErrorSchema = z
  .object({ detail: z.array(validationErrorSchema) })
  .meta({ id: 'HTTPValidationError' });
