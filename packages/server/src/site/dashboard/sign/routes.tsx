import { z } from 'zod';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { onlyFile } from '../../../http/upload.ts';
import { signUploadPolicy } from '../../../http/upload-policy.ts';
import { reasonOf, type AppError } from '../../../shared/app-error.ts';
import { fill } from '../../../shared/fill.ts';
import { CSRF_FIELD } from '../../../shared/csrf-field.ts';
import { ERROR_CODES } from '../../../shared/error-codes.ts';
import { answeredId } from '../../../shared/request-id.ts';
import { EMPTY_FORM, type FormProblem, type FormState } from '../../kit/components/form.tsx';
import { SignPage } from './page.tsx';
import { isSignReason, REASON_FIELDS } from './refusals.ts';
import { SIGN, SIGN_ISLAND } from './words.ts';
import { presentSigning } from '../../../features/jobs/index.ts';
import { findOrganization } from '../../../features/organizations/index.ts';
import { FORM_WORDS } from '../../kit/words/form.ts';
import { signFields, signingCallerOf, signNow } from '../../../features/signing/index.ts';
import { formState, readForm, tryForm, type ReadForm } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

const text = z.string().default('');

/** The fields as the browser sends them. They are checked against the API's schema once the form can be shown again. */
const typedFields = z.object({
  [CSRF_FIELD]: text,
  content_type: text,
  generator_name: text,
  generator_version: text,
  model: text,
  organization: text,
  label: text,
  china_aigc: text,
  china_aigc_policy: text,
  ingredient_policy: text,
  timestamp: text,
});
type TypedFields = z.infer<typeof typedFields>;

/** People sign a file with this form, or with the page's script, which uses the API. */
export function signPages(dashboard: Dashboard): PageRoute[] {
  const { limits } = dashboard.services;
  const route = { path: 'sign', permission: 'content:sign' } as const;
  return [
    ...dashboardRoute(dashboard, { ...route, method: 'GET', handler: (visit) => signPage(dashboard, visit) }),
    ...dashboardRoute(dashboard, {
      ...route,
      method: 'POST',
      recent: 'never',
      upload: {
        part: 'file',
        partDescription: 'The media file',
        policy: signUploadPolicy(limits),
        fields: typedFields,
      },
      handler: (visit) => sign(dashboard, visit),
    }),
  ];
}

async function signPage(
  { services }: Dashboard,
  { frame, member }: Visit,
  refused?: { status: number; state: FormState },
): Promise<PageAnswer> {
  const organization = await findOrganization(services.db, member.organizationId);
  return privatePage(
    <SignPage
      frame={frame}
      state={refused?.state ?? EMPTY_FORM}
      limitBytes={services.limits.signFileBytes}
      isLive={services.signing.sessionMode === 'live'}
      hasProviderCode={(organization?.provider_code ?? null) !== null}
    />,
    frame.shell.language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function sign(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { context, member, done } = visit;
  const { language, address, requestId } = context;
  const { signing } = dashboard.services;
  let typed: TypedFields | null = null;
  const refuse = (status: number, problems: readonly FormProblem[]): Promise<PageAnswer> => {
    const { [CSRF_FIELD]: _secret, ...values } = typed ?? { [CSRF_FIELD]: '' };
    return signPage(dashboard, visit, { status, state: formState(values, problems) });
  };
  const outcome = await tryForm(
    async () => {
      const { files, fields } = await context.receiveUpload();
      typed = typedFields.parse(fields);
      const read = readFields(typed, visit);
      if (read.kind === 'bad') return read;
      const by = signingCallerOf(member, signing);
      const file = onlyFile(files);
      const submission = { by, file, fields: read.data, idempotencyKey: undefined, address, requestId };
      return { kind: 'signed' as const, job: (await signNow(signing, submission)).job };
    },
    (error) => explain(error, visit),
    language,
  );
  if (outcome.kind === 'refused') return refuse(outcome.status, outcome.problems);
  if (outcome.value.kind === 'bad') return refuse(422, outcome.value.problems);
  const signed = presentSigning(outcome.value.job, signing.links);
  if (signed === null) throw new Error(`job ${outcome.value.job.id} has signed nothing`);
  return done(`credentials/${signed.credential_id}`, 'signed');
}

/**
 * The label is chosen in one field and written in another. The API has a default declaration for programs; people have to
 * choose one, because nobody reads what a form has chosen for them.
 */
function readFields(typed: TypedFields, { context }: Visit): ReadForm<z.output<typeof signFields>> {
  const { [CSRF_FIELD]: _secret, label, china_aigc: own, ...fields } = typed;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  const china_aigc = label === 'own' ? own : label === 'auto' ? 'auto' : '';
  const read = readForm(signFields, { ...given, china_aigc }, context.language);
  if (typed.content_type !== '') return read;
  const undeclared = { field: 'content_type', text: FORM_WORDS[context.language].problems.choose };
  return { kind: 'bad', problems: [undeclared, ...(read.kind === 'bad' ? read.problems : [])] };
}

/** Shown at the field that would change it, else at the file; a session that lacks something gets a page of its own. */
function explain(error: AppError, { context: { language, requestId } }: Visit): FormProblem | null {
  const { code } = error;
  if (code === 'SCOPE_DENIED' || code === 'NOT_FOUND' || code === 'INTERNAL_ERROR') return null;
  const words = SIGN[language];
  const reason = reasonOf(error);
  const number = fill(SIGN_ISLAND[language].request, { id: answeredId(requestId) });
  const isKnown = isSignReason(reason);
  const why = isKnown ? words.reasons[reason] : ERROR_CODES[code].message[language];
  return { field: isKnown ? REASON_FIELDS[reason] : 'file', text: `${why} ${number}` };
}
