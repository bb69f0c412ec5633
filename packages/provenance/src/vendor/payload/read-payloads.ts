import type { VendorEvidence } from '../facts.ts';
import type { TextField } from '../text-field.ts';
import { COMFY_RULES, findGraphs } from './comfy.ts';
import { inOrder, type PayloadRule } from './hit.ts';
import { findInfotexts, INFOTEXT_RULES } from './infotext-rules.ts';
import { findNamed, NAMED_RULES } from './named-rules.ts';
import { findNovelAi, NOVELAI_RULES } from './novelai.ts';
import { PayloadFields } from './payload-fields.ts';
import { findServices, SERVICE_RULES } from './service-rules.ts';

/** Every rule of this folder; each yields at most one piece of evidence per file. */
export const PAYLOAD_RULES: readonly PayloadRule[] = [
  ...NAMED_RULES,
  ...NOVELAI_RULES,
  ...INFOTEXT_RULES,
  ...COMFY_RULES,
  ...SERVICE_RULES,
];

/**
 * Generators by the structure of what they embed, the most important evidence first. `fields` are all texts of one file. A
 * rule looks only at the fields that it names. No text makes it throw; signatures are not checked here (`verifyNovelAi`).
 */
export function readPayloads(fields: readonly TextField[]): VendorEvidence[] {
  const payloads = new PayloadFields(fields);
  return inOrder([
    ...findNamed(payloads),
    ...findNovelAi(payloads),
    ...findInfotexts(payloads),
    ...findGraphs(payloads),
    ...findServices(payloads),
  ]);
}
