import { z } from 'zod';
import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { INCIDENT_COMPONENTS, INCIDENT_STATES } from '../../shared/components.ts';
import { refusedAs } from '../../shared/input-reasons.ts';

const TITLE_CHARACTERS = 200;
const TEXT_CHARACTERS = 2000;

/** A text in one language or in both; who reads the other gets the one there is. */
function localized(max: number) {
  const text = z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\u0000'), refusedAs('null_character'))
    .optional();
  return z
    .strictObject({ en: text, 'zh-CN': text })
    .refine((texts) => texts.en !== undefined || texts['zh-CN'] !== undefined, refusedAs('no_language'));
}

const component = z.enum(INCIDENT_COMPONENTS).describe('What does not work; `all`: everything');
const state = z.enum(INCIDENT_STATES);

export const incidentUpdateBody = z.strictObject({
  state,
  text: localized(TEXT_CHARACTERS).describe('Plain text in one language or in both'),
});

export const incidentBody = z.strictObject({
  component,
  title: localized(TITLE_CHARACTERS).describe('Plain text in one language or in both'),
  state,
  text: localized(TEXT_CHARACTERS).describe('The first update'),
});

export const incidentsQuery = z.object(paginationQuery);

export const incidentParams = z.object({
  incident_id: z.string().min(1).max(100).describe('Identifier of the incident'),
});

const shown = z.object({ en: z.string().nullable(), 'zh-CN': z.string().nullable() });

export const incidentSchema = z
  .object({
    id: z.string(),
    component,
    title: shown,
    state: state.describe('That of the last update'),
    started_at: z.string(),
    resolved_at: z.string().nullable(),
    updates: z.array(z.object({ state, text: shown, created_at: z.string() })).describe('The newest first'),
  })
  .meta({ id: 'Incident', description: 'What the operator tells of a failure' });

export type PresentedIncident = z.infer<typeof incidentSchema>;

export const incidentPageSchema = pageSchema(incidentSchema);
