import type { z } from 'zod';
import { isJsonObject } from '../http/openapi-schemas.ts';
import { ERROR_DETAILS } from '../shared/error-details.ts';

/** Answers the differences between the details of a refusal and the forms of its code. */
export function checkDetails(body: unknown): string[] {
  const error = isJsonObject(body) ? body['error'] : undefined;
  if (!isJsonObject(error) || error['details'] === undefined) return [];
  const forms = new Map<string, readonly z.ZodObject[]>(Object.entries(ERROR_DETAILS)).get(String(error['code'])) ?? [];
  const fits = forms.some((form) => form.safeParse(error['details']).success);
  return fits ? [] : [`the details of ${JSON.stringify(error)} have none of the forms of their code`];
}
