import { z } from 'zod';
import type { FormFields } from '../../http/form-fields.ts';
import { definePage, type PageAnswer, type PageAuth, type PageContext, type PageRoute } from '../../http/page-route.ts';
import type { RatePolicyName } from '../../http/rate-limit.ts';
import type { AppError } from '../../shared/app-error.ts';
import { EMPTY_FORM, type FormProblem, type FormState } from './components/form.tsx';
import { formState, readForm, refused, tryForm, typedValues, type Refused } from './read-form.ts';

/** A form as its page shows it: empty, or filled in as before with what is wrong. */
export interface ShownForm {
  readonly state: FormState;
  /** Status and headers of the page, when the form was refused. */
  readonly answer: Pick<PageAnswer, 'status' | 'headers'>;
}

export const UNTOUCHED: ShownForm = { state: EMPTY_FORM, answer: {} };

/** For a form that is only a button. */
export const NO_INPUT = { schema: z.object({}), fields: [] } as const;

/** The request that a form is sent in: the context of its page, and what its area adds, such as the member. */
interface FormRequest {
  readonly context: Pick<PageContext, 'form' | 'language'>;
}

/** A form: its fields, what is done with them, and the page that shows it. */
export interface Form<Request extends FormRequest, Schema extends z.ZodType> {
  /** The schema of the API route that does the same. */
  readonly schema: Schema;
  /** Fields that are shown again as typed; never a password. */
  readonly fields: readonly string[];
  /** What `schema` reads; by default the fields as typed. */
  readonly input?: (form: FormFields, request: Request) => unknown;
  /** What else is wrong, such as a name that has to be typed again. */
  readonly check?: (form: FormFields, request: Request) => readonly FormProblem[];
  /** What the page says when `run` is refused. Null when the refusal should become an error page. */
  readonly explain?: (error: AppError, request: Request) => FormProblem | null;
  /** Where the page shows a problem, if not at the field that `schema` names. */
  readonly place?: (problem: FormProblem, request: Request) => FormProblem;
  run(data: z.output<Schema>, request: Request): Promise<PageAnswer>;
  page(request: Request, shown: ShownForm): Promise<PageAnswer> | PageAnswer;
}

/** Answers a submitted form: with what `run` returns, or with its page again. */
export async function answerForm<Request extends FormRequest, Schema extends z.ZodType>(
  form: Form<Request, Schema>,
  request: Request,
): Promise<PageAnswer> {
  const { form: fields, language } = request.context;
  const input = form.input === undefined ? typedValues(fields, form.fields) : form.input(fields, request);
  const read = readForm(form.schema, input, language);
  const besides = form.check?.(fields, request) ?? [];
  if (read.kind === 'bad') return showAgain(form, request, refused([...read.problems, ...besides]));
  if (besides.length > 0) return showAgain(form, request, refused(besides));
  const outcome = await tryForm(
    () => form.run(read.data, request),
    (error) => form.explain?.(error, request) ?? null,
    language,
  );
  return outcome.kind === 'refused' ? showAgain(form, request, outcome) : outcome.value;
}

/** The page of a refused form, with what was typed. */
export async function showAgain<Request extends FormRequest, Schema extends z.ZodType>(
  form: Pick<Form<Request, Schema>, 'fields' | 'place' | 'page'>,
  request: Request,
  { status, headers, problems }: Refused,
): Promise<PageAnswer> {
  const { place = (problem) => problem } = form;
  const typed = typedValues(request.context.form, form.fields);
  const state = formState(
    typed,
    problems.map((problem) => place(problem, request)),
  );
  return await form.page(request, { state, answer: { status, headers } });
}

interface FormPage<A extends PageAuth, Request extends FormRequest, Schema extends z.ZodType> extends Form<
  Request,
  Schema
> {
  readonly path: string;
  readonly auth: A;
  /** For the page and for the form; one name applies to both. */
  readonly rateLimit: RatePolicyName | { readonly page: RatePolicyName | 'none'; readonly form: RatePolicyName };
  /** What the area knows about a request, or a page to show in place of the form. */
  open(context: PageContext<A>): Promise<Request | PageAnswer> | Request | PageAnswer;
}

/** A page with one form: GET shows it, POST submits it. */
export function formPage<const A extends PageAuth, Request extends FormRequest, Schema extends z.ZodType>(
  definition: FormPage<A, Request, Schema>,
): PageRoute[] {
  const { path, auth, rateLimit } = definition;
  const rates = typeof rateLimit === 'string' ? { page: rateLimit, form: rateLimit } : rateLimit;
  const answerWith =
    (answer: (request: Request) => Promise<PageAnswer> | PageAnswer) =>
    async (context: PageContext<A>): Promise<PageAnswer> => {
      const request = await definition.open(context);
      return 'context' in request ? answer(request) : request;
    };
  return [
    definePage({
      method: 'GET',
      path,
      auth,
      rateLimit: rates.page,
      handler: answerWith((request) => definition.page(request, UNTOUCHED)),
    }),
    definePage({
      method: 'POST',
      path,
      auth,
      rateLimit: rates.form,
      handler: answerWith((request) => answerForm(definition, request)),
    }),
  ];
}
