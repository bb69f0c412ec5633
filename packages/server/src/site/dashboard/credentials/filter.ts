import { z } from 'zod';
import type { CredentialFilter } from '../../../features/credentials/index.ts';
import type { FormState } from '../../kit/components/form.tsx';
import { formState, orAbsent, readForm } from '../../kit/read-form.ts';
import type { Visit } from '../kit/visit.ts';
import { CREDENTIAL_STATES } from './states.ts';

const credentialQuery = z.object({
  q: z.string().max(200).optional(),
  status: z.enum(CREDENTIAL_STATES).optional(),
});

/** What the address asks for: as typed, and as the feature takes it; null when something in it is wrong. */
export function credentialFilterOf({ context }: Pick<Visit, 'context'>): {
  state: FormState;
  filter: CredentialFilter | null;
} {
  const { query, language } = context;
  const typed = { q: query.get('q') ?? '', status: query.get('status') ?? '' };
  const asked = { q: orAbsent(typed.q)?.trim(), status: orAbsent(typed.status) };
  const read = readForm(credentialQuery, asked, language);
  if (read.kind === 'bad') return { state: formState(typed, read.problems), filter: null };
  return { state: formState(typed, []), filter: { search: read.data.q, status: read.data.status } };
}
