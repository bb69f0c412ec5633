import type { z } from 'zod';
import {
  beginInvoice,
  issueBody,
  issueInvoice,
  redLetterInvoice,
  rejectBody,
  rejectInvoice,
} from '../../../../features/billing/documents/index.ts';
import type { PageAnswer, PageRoute } from '../../../../http/page-route.ts';
import { reasonOf, type AppError } from '../../../../shared/app-error.ts';
import { TextField } from '../../../kit/components/fields.tsx';
import type { FormProblem, FormProps } from '../../../kit/components/form.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { NO_INPUT } from '../../../kit/form-page.ts';
import { orAbsent } from '../../../kit/read-form.ts';
import { explainRefusal } from '../../../kit/recent.ts';
import type { AdminDone } from '../../kit/admin-page.tsx';
import type { AdminForm } from '../../kit/form.ts';
import type { AdminStep } from '../../kit/step-page.tsx';
import { adminStep, ReasonField } from '../../kit/step-routes.tsx';
import type { AdminSite, AdminVisit } from '../../kit/visit.ts';
import { Facts } from './page.tsx';
import { requireInvoice } from './require-invoice.ts';
import { ADMIN_INVOICES } from './words.ts';

type StepName = keyof (typeof ADMIN_INVOICES)['en']['steps'];

/** What the operator does with a request for an invoice; the API does the same. */
export function invoiceSteps(admin: AdminSite): PageRoute[] {
  return [...beginStep(admin), ...issueStep(admin), ...rejectStep(admin), ...redLetterStep(admin)];
}

const idOf = ({ context }: AdminVisit): string => context.params['id'] ?? '';
const doneWith = (visit: AdminVisit, done: AdminDone): PageAnswer =>
  visit.done(`finance/invoices/${encodeURIComponent(idOf(visit))}`, done);

/** What the pages of the steps share. */
function step<Schema extends z.ZodType>(
  admin: AdminSite,
  {
    path,
    name,
    asks,
    ...form
  }: Pick<AdminForm<Schema>, 'schema' | 'fields' | 'input' | 'place' | 'run'> & {
    path: string;
    name: StepName;
    asks?: (visit: AdminVisit, form: FormProps) => AdminStep['asks'];
  },
): PageRoute[] {
  return adminStep(admin, {
    ...form,
    tab: 'finance',
    path: `finance/invoices/{id}/${path}`,
    back: 'finance/invoices/{id}',
    explain,
    describe: async (visit, shown) => {
      const found = await requireInvoice(admin, visit);
      return {
        words: ADMIN_INVOICES[visit.context.language].steps[name],
        subject: <ShownText text={found.invoice.profile.title} />,
        isDanger: name === 'reject' || name === 'redLetter',
        about: <Facts frame={visit.frame} {...found} />,
        asks: asks?.(visit, shown),
      };
    },
  });
}

function explain(error: AppError, visit: AdminVisit): FormProblem | null {
  const { refused } = ADMIN_INVOICES[visit.context.language];
  const reason = reasonOf(error);
  if (reason === 'invoice_number_used') return { field: 'invoice_no', text: refused.invoice_number_used };
  if (reason === 'order_refunded' || reason === 'status_changed') return { field: '', text: refused[reason] };
  return explainRefusal(error, visit);
}

function beginStep(admin: AdminSite): PageRoute[] {
  return step(admin, {
    ...NO_INPUT,
    path: 'begin',
    name: 'begin',
    run: async (_, visit) => {
      await beginInvoice(admin.services.db, idOf(visit), visit.by);
      return doneWith(visit, 'invoice_begun');
    },
  });
}

function issueStep(admin: AdminSite): PageRoute[] {
  return step(admin, {
    path: 'issue',
    name: 'issue',
    schema: issueBody,
    fields: ['invoice_no', 'download_url'],
    input: (form) => ({
      invoice_no: (form.get('invoice_no') ?? '').trim(),
      download_url: orAbsent(form.get('download_url'))?.trim(),
    }),
    place: wordedForPeople,
    run: async ({ invoice_no: invoiceNo, download_url: downloadUrl = null }, visit) => {
      await issueInvoice(admin.services.db, idOf(visit), { invoiceNo, downloadUrl }, visit.by);
      return doneWith(visit, 'invoice_issued');
    },
    asks: ({ context: { language } }, form) => {
      const words = ADMIN_INVOICES[language];
      const common = { form, language, isCode: true } as const;
      return (
        <>
          <TextField {...common} name="invoice_no" label={words.number} hint={words.numberHint} maxLength={40} />
          <TextField
            {...common}
            name="download_url"
            label={words.url}
            hint={words.urlHint}
            maxLength={2048}
            isOptional
          />
        </>
      );
    },
  });
}

/** The schema speaks of patterns; people are told what to enter. */
function wordedForPeople(problem: FormProblem, { context }: AdminVisit): FormProblem {
  const words = ADMIN_INVOICES[context.language];
  if (problem.text === words.refused.invoice_number_used) return problem;
  if (problem.field === 'invoice_no') return { ...problem, text: words.numberWrong };
  return problem.field === 'download_url' ? { ...problem, text: words.urlWrong } : problem;
}

function rejectStep(admin: AdminSite): PageRoute[] {
  return step(admin, {
    path: 'reject',
    name: 'reject',
    schema: rejectBody,
    fields: ['reason'],
    run: async ({ reason }, visit) => {
      await rejectInvoice(admin.services.db, idOf(visit), reason, visit.by);
      return doneWith(visit, 'invoice_rejected');
    },
    asks: (visit, form) => (
      <ReasonField form={form} visit={visit} hint={ADMIN_INVOICES[visit.context.language].reasonHint} />
    ),
  });
}

function redLetterStep(admin: AdminSite): PageRoute[] {
  return step(admin, {
    path: 'red-letter',
    name: 'redLetter',
    schema: rejectBody,
    fields: ['reason'],
    run: async ({ reason }, visit) => {
      await redLetterInvoice(admin.services.db, idOf(visit), reason, visit.by);
      return doneWith(visit, 'invoice_reversed');
    },
    asks: (visit, form) => (
      <ReasonField form={form} visit={visit} hint={ADMIN_INVOICES[visit.context.language].redLetterHint} />
    ),
  });
}
