import { z } from 'zod';

/**
 * An instant in a query or a body, as `2026-11-23T08:00:00Z`. A text that is none ends there: what is checked of two instants
 * together, such as their order, would otherwise be asked of the text.
 */
export const instant = z.iso.datetime({ offset: true, abort: true }).transform((text) => new Date(text));
