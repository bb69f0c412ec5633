/**
 * Why one of our own checks refuses an input, with the text that programs read in `ctx.error`. Pages have their own words for
 * each reason, in `site/kit/words/form.*.ts`.
 */
export const INPUT_REASONS = {
  deceptive: 'must not contain control or bidirectional characters',
  null_character: 'must not contain U+0000',
  no_language: 'must have a text in at least one language',
  invisible: 'must contain a visible character',
  provider_code: 'must be the code of a generation service: 27 characters with a right check character',
  past: 'must lie in the future',
  unchanged: 'must change something',
  emoji: 'must not contain emoji',
  tax_number: 'must be a tax number with at least one right check character',
  tax_number_missing: 'must be given for an enterprise',
  webhook_address: 'must be an https address of a public host, without a user name or fragment',
} as const;

export type InputReason = keyof typeof INPUT_REASONS;

export function isInputReason(value: unknown): value is InputReason {
  return typeof value === 'string' && Object.hasOwn(INPUT_REASONS, value);
}

/** For `refine` of a schema: the reason reaches the pages as data, and programs read its text. */
export function refusedAs(reason: InputReason): { message: string; params: { reason: InputReason } } {
  return { message: INPUT_REASONS[reason], params: { reason } };
}
