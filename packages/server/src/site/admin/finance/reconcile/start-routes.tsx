import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { findAnyOrder } from '../../../../features/billing/orders/index.ts';
import { askForRun, FINANCE_LIMITS, findIds, reconcileBody } from '../../../../features/finance/index.ts';
import type { FormFields } from '../../../../http/form-fields.ts';
import { redirect, type PageAnswer, type PageRoute } from '../../../../http/page-route.ts';
import { hasCode, reasonOf, type AppError } from '../../../../shared/app-error.ts';
import { RECONCILE_MODES } from '../../../../shared/billing-words.ts';
import { ValidationFailure } from '../../../../shared/validation-failure.ts';
import { CONFIRMED, isConfirmed, onceFields, onceOf } from '../../../dashboard/billing/twice.ts';
import { SelectField, TextArea, TextField } from '../../../kit/components/fields.tsx';
import type { FormProblem, FormProps } from '../../../kit/components/form.tsx';
import { UNTOUCHED, type ShownForm } from '../../../kit/form-page.ts';
import { formatNumber } from '../../../kit/format-number.ts';
import { explainRefusal } from '../../../kit/recent.ts';
import { privatePage } from '../../../kit/site.ts';
import { adminPath } from '../../kit/admin-page.tsx';
import { adminForm } from '../../kit/form.ts';
import { AdminStepPage, type AdminStep } from '../../kit/step-page.tsx';
import type { AdminSite, AdminVisit } from '../../kit/visit.ts';
import { dayAt, dayOf, endOf } from '../days.ts';
import { ADMIN_RECONCILE } from './words.ts';

const PATH = 'finance/reconcile/new';
const FIELDS = ['from', 'to', 'mode', 'order_ids'] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Most comparisons have ended by then, and their page shows what came of them at once. */
const WAIT_MS = 3000;
const MINUTE_MS = 60_000;

type Wish = z.output<typeof reconcileBody>;

/** The form that starts a comparison with the gateway; one that acts is asked about once more. */
export function startReconcilePages(admin: AdminSite): PageRoute[] {
  const { clock } = admin.services;
  return adminForm(admin, {
    path: PATH,
    tab: 'finance',
    schema: reconcileBody,
    fields: FIELDS,
    input: (form) => inputOf(form, clock.now()),
    place: wordedForPeople,
    explain,
    run: (wish, visit) => run(admin, visit, wish),
    page: (visit, shown) => startPage(admin, visit, shown),
  });
}

/** Days of the books as instants; the one that is under way ends now. */
function inputOf(form: FormFields, now: Date): unknown {
  const [from = '', to = ''] = [form.get('from')?.trim(), form.get('to')?.trim()];
  const names = [...new Set((form.get('order_ids') ?? '').split(/[\s,，]+/).filter((name) => name !== ''))];
  return {
    mode: form.get('mode') ?? '',
    from: instantOf(from, dayOf, now),
    to: instantOf(to, endOf, now),
    ...(names.length === 0 ? {} : { order_ids: names }),
  };
}

function instantOf(day: string, edge: (day: string) => Date, now: Date): string | undefined {
  if (day === '') return undefined;
  const at = DAY.test(day) ? edge(day) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime())) return day;
  // By the minute, so that a form that is sent twice asks for the same.
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return new Date(Math.min(at.getTime(), minute)).toISOString();
}

/** The schema speaks of instants and lists; people are told of days and orders. */
function wordedForPeople(problem: FormProblem, { context: { language, form } }: AdminVisit): FormProblem {
  const words = ADMIN_RECONCILE[language];
  const isDay = DAY.test(form.get('to') ?? '');
  if (problem.field === 'to' && isDay) {
    return { ...problem, text: words.daysWrong(formatNumber(FINANCE_LIMITS.reconcileDays, language)) };
  }
  return problem;
}

function explain(error: AppError, visit: AdminVisit): FormProblem | null {
  const words = ADMIN_RECONCILE[visit.context.language];
  if (reasonOf(error) === 'request_under_way') return { field: '', text: words.busy };
  if (reasonOf(error) === 'idempotency_key_reused') return { field: '', text: words.keyUsed };
  if (hasCode(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) return { field: '', text: words.noGateway };
  return explainRefusal(error, visit);
}

async function run({ services }: AdminSite, visit: AdminVisit, wish: Wish): Promise<PageAnswer> {
  const body = { ...wish, order_ids: await idsOf(services.db, wish.order_ids) };
  if (body.mode === 'apply' && !isConfirmed(visit)) return confirmPage(visit);
  const createdBy = visit.by.actor.id ?? '';
  const asked = await askForRun(services.finance, { body, key: onceOf(visit), createdBy }, visit.by);
  if ('repeated' in asked) return redirect(adminPath(visit.frame, `finance/reconcile/${asked.repeated.id}`));
  await Promise.race([asked.end, pause(WAIT_MS, undefined, { ref: false })]);
  return visit.done(`finance/reconcile/${asked.run.id}`, 'reconcile_started');
}

/** @throws {ValidationFailure} one of them is no order's */
async function idsOf(
  db: AdminSite['services']['db'],
  names: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (names === undefined) return undefined;
  const ids = await findIds(db, names);
  const unknown = names.find((name) => !ids.has(name));
  if (unknown !== undefined) {
    const message = { en: ADMIN_RECONCILE.en.noOrder(unknown), 'zh-CN': ADMIN_RECONCILE['zh-CN'].noOrder(unknown) };
    throw new ValidationFailure([{ loc: ['body', 'order_ids'], type: 'value_error', message }]);
  }
  return [...new Set(names.flatMap((name) => ids.get(name) ?? []))];
}

/** What acting does is said before it is done. */
function confirmPage(visit: AdminVisit): PageAnswer {
  const { language, form } = visit.context;
  const words = ADMIN_RECONCILE[language];
  const typed = FIELDS.map((name): [string, string] => [name, form.get(name) ?? '']);
  const hidden = { ...Object.fromEntries(typed), [CONFIRMED]: 'yes', ...onceFields() };
  return stepPage(visit, UNTOUCHED, {
    words: { title: words.applyTitle, text: words.applyText, button: words.applyButton },
    subject: `${form.get('from') ?? ''} – ${form.get('to') ?? ''}`,
    isDanger: true,
    asks: Object.entries(hidden).map(([name, value]) => <input type="hidden" name={name} value={value} key={name} />),
  });
}

function stepPage(visit: AdminVisit, { state, answer }: ShownForm, step: AdminStep): PageAnswer {
  const { frame, context } = visit;
  const page = (
    <AdminStepPage
      frame={frame}
      step={step}
      form={{ id: 'step', state }}
      action={adminPath(frame, PATH)}
      back={adminPath(frame, 'finance/reconcile')}
    />
  );
  return privatePage(page, context.language, answer);
}

async function startPage(admin: AdminSite, visit: AdminVisit, shown: ShownForm): Promise<PageAnswer> {
  const { language } = visit.context;
  const words = ADMIN_RECONCILE[language];
  const initial = await initialOf(admin, visit);
  return stepPage(visit, shown, {
    words: { title: words.startTitle, text: words.startText, button: words.start },
    asks: <Fields visit={visit} form={{ id: 'step', state: shown.state }} initial={initial} />,
  });
}

type Initial = Record<(typeof FIELDS)[number], string>;

/** What the address names: an order, of which the day is known, or days. */
async function initialOf({ services: { db, clock } }: AdminSite, { context: { query } }: AdminVisit): Promise<Initial> {
  const name = query.get('order');
  const found = name === null ? undefined : await findAnyOrder(db, name);
  const today = dayAt(clock.now());
  const made = found === undefined ? undefined : dayAt(found.order.createdAt);
  const asked = (day: 'from' | 'to') => (DAY.test(query.get(day) ?? '') ? (query.get(day) ?? '') : undefined);
  return {
    from: made ?? asked('from') ?? today,
    to: made ?? asked('to') ?? today,
    mode: query.get('mode') === 'apply' ? 'apply' : 'dry_run',
    order_ids: found?.order.orderNo ?? '',
  };
}

function Fields({ visit, form, initial }: { visit: AdminVisit; form: FormProps; initial: Initial }) {
  const { language } = visit.context;
  const words = ADMIN_RECONCILE[language];
  const common = { form, language } as const;
  // What the address names is a beginning; once the form was sent, what it said counts.
  const isSent = Object.keys(form.state.values).length > 0;
  const named = isSent ? form : { ...form, state: { ...form.state, values: { order_ids: initial.order_ids } } };
  return (
    <>
      <TextField {...common} name="from" type="date" label={words.fromDay} initial={initial.from} />
      <TextField {...common} name="to" type="date" label={words.toDay} initial={initial.to} />
      <SelectField
        {...common}
        name="mode"
        label={words.mode}
        initial={initial.mode}
        options={RECONCILE_MODES.map((value) => ({ value, label: words.modes[value] }))}
      />
      <TextArea
        form={named}
        language={language}
        name="order_ids"
        label={words.orders}
        hint={words.ordersHint(formatNumber(FINANCE_LIMITS.namedOrders, language))}
        isOptional
        isCode
      />
      {Object.entries(onceFields()).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
    </>
  );
}
