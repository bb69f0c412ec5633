import type { PageRoute } from '../../../http/page-route.ts';
import { hasCode, reasonOf, type AppError } from '../../../shared/app-error.ts';
import {
  approveBody,
  approveRefund,
  rejectBody,
  rejectRefund,
  resolveBody as settleBody,
  resolveRefund,
} from '../../../features/billing/refunds/index.ts';
import { liftBody, liftFreeze, resolveBody, resolvePayment } from '../../../features/finance/index.ts';
import { SelectField, TextArea, TextField } from '../../kit/components/fields.tsx';
import type { FormProblem } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { orAbsent } from '../../kit/read-form.ts';
import { ReasonField, adminStep } from '../kit/step-routes.tsx';
import type { AdminSite, AdminVisit } from '../kit/visit.ts';
import { ADMIN_FINANCE } from './words.ts';

const back = 'finance';
const tab = 'finance';

/** What a person decides about money; the API decides the same. */
export function financeSteps(admin: AdminSite): PageRoute[] {
  return [...resolveStep(admin), ...liftStep(admin), ...refundSteps(admin), ...settleStep(admin)];
}

const param = ({ context }: AdminVisit, name: string): string => context.params[name] ?? '';

function explain(error: AppError, { context }: AdminVisit): FormProblem | null {
  const words = ADMIN_FINANCE[context.language];
  const said = (text: string): FormProblem => ({ field: '', text });
  if (reasonOf(error) === 'same_person') return said(words.samePerson);
  if (reasonOf(error) === 'status_changed') return said(words.changed);
  if (hasCode(error, 'REFUND_NOT_ALLOWED')) return said(words.refused);
  if (hasCode(error, 'CONFLICT')) return said(words.another);
  return hasCode(error, 'NOT_FOUND') ? said(words.noOrganization) : null;
}

function resolveStep({ services, site }: AdminSite): PageRoute[] {
  return adminStep(
    { services, site },
    {
      tab,
      back,
      path: 'finance/suspense/{payment_id}/resolve',
      schema: resolveBody,
      fields: ['organization_id', 'note'],
      input: (form) => ({ organization_id: orAbsent(form.get('organization_id')), note: form.get('note') ?? '' }),
      explain,
      run: async ({ organization_id: organizationId, note }, visit) => {
        await resolvePayment(services.db, { paymentId: param(visit, 'payment_id'), organizationId, note }, visit.by);
        return visit.done(back, 'payment_resolved');
      },
      describe: (visit, form) => {
        const { language } = visit.context;
        const words = ADMIN_FINANCE[language];
        return {
          words: words.steps.resolve,
          subject: <ShownText text={param(visit, 'payment_id')} />,
          asks: (
            <>
              <TextField
                form={form}
                language={language}
                name="organization_id"
                label={words.receiver}
                hint={words.receiverHint}
                maxLength={100}
                isOptional
                isCode
              />
              <ReasonField form={form} visit={visit} name="note" hint={words.noteHint} />
            </>
          ),
        };
      },
    },
  );
}

function liftStep(admin: AdminSite): PageRoute[] {
  return adminStep(admin, {
    tab,
    back,
    path: 'finance/frozen/{order_id}/lift',
    schema: liftBody,
    fields: ['reason'],
    run: async ({ reason }, visit) => {
      await liftFreeze(admin.services.db, { orderId: param(visit, 'order_id'), reason }, visit.by);
      return visit.done(back, 'freeze_lifted');
    },
    describe: (visit, form) => {
      const words = ADMIN_FINANCE[visit.context.language];
      return {
        words: words.steps.lift,
        subject: <ShownText text={param(visit, 'order_id')} />,
        isDanger: true,
        asks: <ReasonField form={form} visit={visit} hint={words.noteHint} />,
      };
    },
  });
}

function refundSteps(admin: AdminSite): PageRoute[] {
  const { services } = admin;
  return [
    ...adminStep(admin, {
      tab,
      back,
      path: 'finance/refunds/{id}/approve',
      schema: approveBody,
      fields: ['note'],
      input: (form) => ({ note: orAbsent(form.get('note')) }),
      explain,
      run: async (given, visit) => {
        await approveRefund(services.refunds, { id: param(visit, 'id'), note: given?.note ?? null }, visit.by);
        return visit.done(back, 'refund_approved');
      },
      describe: (visit, form) => {
        const { language } = visit.context;
        const words = ADMIN_FINANCE[language];
        const note = { form, language, name: 'note', label: words.noteLabel, maxLength: 500, isOptional: true };
        return {
          words: words.steps.approve,
          subject: <ShownText text={param(visit, 'id')} />,
          asks: <TextArea {...note} />,
        };
      },
    }),
    ...adminStep(admin, {
      tab,
      back,
      path: 'finance/refunds/{id}/reject',
      schema: rejectBody,
      fields: ['reason'],
      explain,
      run: async ({ reason }, visit) => {
        await rejectRefund(services.db, { id: param(visit, 'id'), note: reason }, visit.by);
        return visit.done(back, 'refund_rejected');
      },
      describe: (visit, form) => {
        const words = ADMIN_FINANCE[visit.context.language];
        return {
          words: words.steps.reject,
          subject: <ShownText text={param(visit, 'id')} />,
          isDanger: true,
          asks: <ReasonField form={form} visit={visit} hint={words.rejectHint} />,
        };
      },
    }),
  ];
}

/** What a person has seen at the gateway of a refund of which nobody knows what came. */
function settleStep(admin: AdminSite): PageRoute[] {
  return adminStep(admin, {
    tab,
    back,
    path: 'finance/refunds/{id}/settle',
    schema: settleBody,
    fields: ['outcome', 'note'],
    explain,
    run: async ({ outcome, note }, visit) => {
      await resolveRefund(admin.services.db, { id: param(visit, 'id'), outcome, note }, visit.by);
      return visit.done(back, 'refund_settled');
    },
    describe: (visit, form) => {
      const { language } = visit.context;
      const words = ADMIN_FINANCE[language];
      const { succeeded, failed } = words.outcomes;
      return {
        words: words.steps.settle,
        subject: <ShownText text={param(visit, 'id')} />,
        isDanger: true,
        asks: (
          <>
            <SelectField
              form={form}
              language={language}
              name="outcome"
              label={words.outcome}
              options={[
                { value: '', label: '' },
                { value: 'succeeded', label: succeeded },
                { value: 'failed', label: failed },
              ]}
            />
            <ReasonField form={form} visit={visit} name="note" hint={words.settleHint} />
          </>
        ),
      };
    },
  });
}
