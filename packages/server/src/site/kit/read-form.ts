import type { z } from 'zod';
import type { FormFields } from '../../http/form-fields.ts';
import { problemsOfZodError } from '../../http/validation-error.ts';
import { wordProblem } from '../../http/validation-messages.ts';
import { AppError, hasCode, type AppErrorOf } from '../../shared/app-error.ts';
import type { Language } from '../../shared/language.ts';
import { ValidationFailure, type ValidationProblem } from '../../shared/validation-failure.ts';
import type { FormProblem, FormState } from './components/form.tsx';
import { tooManyText } from './refusal-text.ts';
import { FORM_WORDS } from './words/form.ts';

/** What a form was filled in with, or what is wrong with it. */
export type ReadForm<Data> =
  { readonly kind: 'good'; readonly data: Data } | { readonly kind: 'bad'; readonly problems: FormProblem[] };

/** Holds what a form was filled in with against the schema of the route that does the same for programs. */
export function readForm<S extends z.ZodType>(schema: S, input: unknown, language: Language): ReadForm<z.output<S>> {
  const result = schema.safeParse(input);
  if (result.success) return { kind: 'good', data: result.data };
  return { kind: 'bad', problems: wordProblems(problemsOfZodError(result.error, input, 'body'), language) };
}

/** The named fields as they were typed, to be shown again. */
export function typedValues(form: FormFields, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, form.get(name) ?? '']));
}

/** An optional field that was left empty was left out. */
export function orAbsent(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** A form that is shown again, with what is wrong. */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  /** Such as when to try again. */
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: readonly FormProblem[];
}

/** What a use case refused that the form can show; anything else is thrown on and becomes a page of its own. */
export async function tryForm<Value>(
  work: () => Promise<Value>,
  explain: (error: AppError) => FormProblem | null,
  language: Language,
): Promise<{ kind: 'done'; value: Value } | Refused> {
  try {
    return { kind: 'done', value: await work() };
  } catch (error) {
    if (error instanceof ValidationFailure) {
      return refused(wordProblems(error.problems, language));
    }
    if (!(error instanceof AppError)) throw error;
    const problem = hasCode(error, 'RATE_LIMITED') ? tooMany(error, language) : explain(error);
    if (problem === null) throw error;
    const { status, headers } = error;
    return { kind: 'refused', status, headers, problems: [problem] };
  }
}

/** A form that was filled in wrongly. */
export function refused(problems: readonly FormProblem[], status = 422): Refused {
  return { kind: 'refused', status, headers: {}, problems };
}

export function formState(values: FormState['values'], problems: readonly FormProblem[]): FormState {
  return { values, problems };
}

/** One sentence for each field: the first says enough. */
function wordProblems(problems: readonly ValidationProblem[], language: Language): FormProblem[] {
  const worded = new Map<string, FormProblem>();
  for (const problem of problems) {
    const field = String(problem.loc[1] ?? '');
    if (!worded.has(field)) worded.set(field, { field, text: sentenceFor(problem, language) });
  }
  return [...worded.values()];
}

function tooMany({ details }: AppErrorOf<'RATE_LIMITED'>, language: Language): FormProblem {
  return { field: '', text: tooManyText(details?.retry_after_seconds ?? 0, language) };
}

function sentenceFor(problem: ValidationProblem, language: Language): string {
  const words = FORM_WORDS[language].problems;
  const { type, ctx = {} } = problem;
  if (problem.message !== undefined) return problem.message[language];
  if (type === 'missing' || (type === 'string_too_short' && ctx['min_length'] === 1)) return words.needed;
  if (type === 'string_too_long' && typeof ctx['max_length'] === 'number') return words.tooLong(ctx['max_length']);
  if (type === 'string_format' && ctx['format'] === 'email') return words.email;
  if (type === 'string_format' && ctx['format'] === 'datetime') return words.date;
  if (type === 'enum') return words.choice;
  return problem.reason === undefined ? wordProblem(problem, language) : words.refused[problem.reason];
}
