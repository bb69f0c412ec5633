import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { presentValidationFailure, problemsOfZodError } from '../../http/validation-error.ts';
import { INPUT_REASONS, isInputReason, refusedAs } from '../../shared/input-reasons.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { ValidationFailure } from '../../shared/validation-failure.ts';
import { readForm } from './read-form.ts';
import { FORM_WORDS } from './words/form.ts';

const REASONS = Object.keys(INPUT_REASONS).filter(isInputReason);

describe('an input that a check of our own refuses', () => {
  it.each(REASONS)('is worded on pages in both languages: %s', (reason) => {
    const schema = z.object({ name: z.string().refine(() => false, refusedAs(reason)) });
    const texts = LANGUAGES.map((language) => {
      const text = FORM_WORDS[language].problems.refused[reason];
      const problems = [{ field: 'name', text }];
      expect(readForm(schema, { name: 'x' }, language)).toEqual({ kind: 'bad', problems });
      return text;
    });
    expect(texts).toEqual([expect.stringMatching(/^[A-Z][\x20-\x7E’]+$/), expect.stringMatching(/\p{Script=Han}/u)]);
  });

  it('is answered to programs with its text and without its reason', () => {
    const schema = z.object({ name: z.string().refine(() => false, refusedAs('invisible')) });
    const input = { name: ' ' };
    const { error = new z.ZodError([]) } = schema.safeParse(input);
    const failure = new ValidationFailure(problemsOfZodError(error, input, 'body'));
    expect(failure.problems).toMatchObject([{ reason: 'invisible' }]);
    const ctx = { error: 'must contain a visible character' };
    expect(presentValidationFailure(failure, 'en').detail).toEqual([
      { loc: ['body', 'name'], msg: `Value error, ${ctx.error}`, type: 'value_error', input: ' ', ctx },
    ]);
  });

  it('is worded by the table of problems when it gives no reason', () => {
    const schema = z.object({
      name: z.string().refine(() => false, { message: 'must be odd', params: { reason: 'odd' } }),
    });
    const problems = [{ field: 'name', text: 'Value error, must be odd' }];
    expect(readForm(schema, { name: 'x' }, 'en')).toEqual({ kind: 'bad', problems });
  });
});
