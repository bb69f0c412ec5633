import type { ContentType } from '@revera/provenance';

/** The type keeps it equal to the engine's table. */
const ALL = {
  ai_generated: true,
  ai_edited: true,
  composite: true,
  captured: true,
  digital_creation: true,
  human_edited: true,
} as const satisfies Record<ContentType, true>;

/** What people may declare when they sign, in the order of the form. Each is a published declaration too. */
export const CONTENT_TYPES = Object.keys(ALL).filter((name): name is ContentType => Object.hasOwn(ALL, name));
