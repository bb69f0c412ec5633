import type { z } from 'zod';
import type { FormFields } from '../../http/form-fields.ts';
import { definePage, type PageAnswer, type PageAuth, type PageContext, type PageRoute } from '../../http/page-route.ts';
import type { RatePolicyName } from '../../http/rate-limit.ts';
import type { MultipartSpec } from '../../http/route.ts';
import type { AppError } from '../../shared/app-error.ts';
import { EMPTY_FORM, type FormProblem, type FormState } from './components/form.tsx';
import { formState, readForm, refused, tryForm, typedValues, type Refused } from './read-form.ts';

/** A form as its page shows it: empty, or again with what was typed and what is wrong. */
export interface ShownForm {
  readonly state: FormState;
  /** Status and headers of the page, when the form was refused. */
  readonly answer: Pick<PageAnswer, 'status' | 'headers'>;
}

export const UNTOUCHED: ShownForm = { state: EMPTY_FORM, answer: {} };

/** What a form is sent in: the context of its page, and whatever its area adds, such as the member. */
interface FormRequest {
  readonly context: Pick<PageContext, 'form' | 'language'>;
}

/** A form: what it asks for, what is done with it, and the page that shows it. */
export interface Form<Request extends FormRequest, Schema extends z.ZodType> {
  /** Of the route for programs that does the same. */
  readonly schema: Schema;
  /** Fields that are shown again as they were typed; never a password. */
  readonly fields: readonly string[];
  /** What `schema` reads; default: the fields as they were typed. */
  readonly input?: (form: FormFields) => unknown;
  /** What the page says when `run` is refused; null: the refusal becomes a page of its own. */
  readonly explain?: (error: AppError, request: Request) => FormProblem | null;
  /** Where the page shows a problem, when that is not the field that `schema` names. */
  readonly place?: (problem: FormProblem, request: Request) => FormProblem;
  run(data: z.output<Schema>, request: Request): Promise<PageAnswer>;
  page(request: Request, shown: ShownForm): Promise<PageAnswer> | PageAnswer;
}

/** Answers a form that was sent: what `run` answers, or its page again. */
export async function answerForm<Request extends FormRequest, Schema extends z.ZodType>(
  form: Form<Request, Schema>,
  request: Request,
): Promise<PageAnswer> {
  const { form: fields, language } = request.context;
  const input = form.input === undefined ? typedValues(fields, form.fields) : form.input(fields);
  const read = readForm(form.schema, input, language);
  if (read.kind === 'bad') return showAgain(form, request, refused(read.problems));
  const outcome = await tryForm(
    () => form.run(read.data, request),
    (error) => form.explain?.(error, request) ?? null,
    language,
  );
  return outcome.kind === 'refused' ? showAgain(form, request, outcome) : outcome.value;
}

/** The page of a form that was refused, with what was typed. */
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
  /** Of the page and of the form; one name stands for both. */
  readonly rateLimit: RatePolicyName | { readonly page: RatePolicyName | 'none'; readonly form: RatePolicyName };
  readonly upload?: MultipartSpec;
  /** What the area knows of a request; a page instead of the form, for those who have no use for it. */
  open(context: PageContext<A>): Promise<Request | PageAnswer> | Request | PageAnswer;
}

/** A page with one form: GET shows it, POST sends it. */
export function formPage<const A extends PageAuth, Request extends FormRequest, Schema extends z.ZodType>(
  definition: FormPage<A, Request, Schema>,
): PageRoute[] {
  const { path, auth, rateLimit, upload } = definition;
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
      ...(upload === undefined ? {} : { upload }),
      handler: answerWith((request) => answerForm(definition, request)),
    }),
  ];
}
