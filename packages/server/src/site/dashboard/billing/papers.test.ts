import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { bookLastMonth, paidOrder } from '../../../testing/test-billing-pages.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { openPaymentServer, type PaymentServer } from '../../../testing/test-payments.ts';
import { newTeam } from '../../../testing/test-team.ts';
import { openTestServer } from '../../../testing/test-services.ts';
import type { Seen, Visitor } from '../../../testing/test-visitor.ts';

const AT = '/en/dashboard/billing';
const PROFILE = {
  title_type: 'enterprise',
  title: '深圳示例科技有限公司',
  tax_no: '91440300708461136T',
  email: 'a@example.com',
};
const HOSTILE = '"><script>x</script>\u202e';

let server: PaymentServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  server = await openPaymentServer();
  dashboard = openDashboard(server);
});
afterAll(() => server.close());

async function newVisit(): Promise<{ account: TestAccount; visitor: Visitor }> {
  const account = await server.createAccount();
  return { account, visitor: dashboard.visit(account) };
}

async function good(page: Seen): Promise<string> {
  expect([page.status, await markupProblems(page)]).toEqual([200, []]);
  return textOf(page);
}

/** What was typed stands in its field as it is; it adds nothing to the page. */
const madeOf = (page: Seen) => traps(page).filter((trap) => trap !== '\u202e');

async function withProfile(visitor: Visitor): Promise<void> {
  const saved = await visitor.submit(await visitor.open(`${AT}/profile`), 'profile', PROFILE);
  expect(saved.location).toContain('done=billing_profile_saved');
}

describe('statements on pages', () => {
  it('are made of a month that is over, shown with their entries, and had as three kinds of files', async () => {
    const { account, visitor } = await newVisit();
    expect(await good(await visitor.open(`${AT}/statements`))).toContain('No statements yet.');
    const month = await bookLastMonth(server, account.organizationId);
    const list = await visitor.open(`${AT}/statements`);
    expect(await good(list)).toContain('Make one now');
    const { location } = await visitor.submit(list, 'make', { month });
    expect(await good(await visitor.open(location))).toMatch(
      /Opening ¥0 Received ¥10 Spent ¥3 Closing ¥7 .*¥10.*¥3 ¥7/,
    );
    expect(await good(await visitor.open(`${AT}/statements`))).toMatch(/¥0 ¥10 ¥3 ¥7 2/);
    const files = await Promise.all(
      ['csv', 'json', 'pdf'].map((format) => visitor.open(`${location}/download?format=${format}`)),
    );
    expect(
      files.map(({ status, headers }) => [status, headers['content-type'], headers['content-disposition']]),
    ).toEqual([
      [200, 'text/csv; charset=utf-8', `attachment; filename="statement-${month}.csv"`],
      [200, 'application/json; charset=utf-8', `attachment; filename="statement-${month}.json"`],
      [200, 'application/pdf', `attachment; filename="statement-${month}.pdf"`],
    ]);
    expect(files[0]?.html).toContain('10.00');
    const other = (await newVisit()).visitor;
    expect((await other.open(location)).status).toBe(404);
    expect((await other.open(`${location}/download?format=csv`)).status).toBe(404);
  });

  it.each(['', '2199-01', '2000-01', HOSTILE])(
    '422 for the month %j: the list again, and nothing made',
    async (month) => {
      const { account, visitor } = await newVisit();
      await bookLastMonth(server, account.organizationId);
      const sent = await visitor.submit(await visitor.open(`${AT}/statements`), 'make', { month });
      expect([sent.status, await markupProblems(sent), traps(sent)]).toEqual([422, [], []]);
      expect(textOf(sent)).toContain('Choose a month that is over.');
    },
  );
});

describe('the billing profile on a page', () => {
  it('is stored, shown again, and warns of a doubtful tax number', async () => {
    const { visitor } = await newVisit();
    await withProfile(visitor);
    const page = await visitor.open(`${AT}/profile`);
    await good(page);
    expect(page.html).toContain('value="深圳示例科技有限公司"');
    await visitor.submit(page, 'profile', { ...PROFILE, tax_no: '91350100M000100Y4Z' });
    expect(await good(await visitor.open(`${AT}/profile`))).toContain('One of the two check characters');
  });

  it.each([
    [{ title: 'x' }, 'profile-title', 'Enter at least 2 characters'],
    [{ title: `a${HOSTILE}` }, 'profile-title', 'Remove control characters'],
    [{ tax_no: '' }, 'profile-tax_no', 'Enter the tax number of the enterprise'],
    [{ tax_no: '123' }, 'profile-tax_no', 'A tax number has 15, 17, 18 or 20'],
    [{ tax_no: '91350100M000100Y52' }, 'profile-tax_no', 'its check characters are wrong'],
    [{ email: 'nobody' }, 'profile-email', 'Enter a valid email address'],
    [{ registered_phone: 'none at all' }, 'profile-registered_phone', 'Enter a phone number'],
    [{ bank_account: '一二三四五' }, 'profile-bank_account', 'Enter an account number'],
  ])('422 for %j, at its field, with what was typed', async (change, field, text) => {
    const { visitor } = await newVisit();
    const sent = await visitor.submit(await visitor.open(`${AT}/profile`), 'profile', { ...PROFILE, ...change });
    expect([sent.status, await markupProblems(sent), madeOf(sent)]).toEqual([422, [], []]);
    expect(sent.html).toContain(`href="#${field}"`);
    expect(textOf(sent)).toContain(text);
    expect(sent.html).toContain('a@example.com'.slice(0, 'email' in change ? 0 : undefined));
  });

  it('409 when somebody else stored one meanwhile, and then replaces it knowingly', async () => {
    const { visitor } = await newVisit();
    const stale = await visitor.open(`${AT}/profile`);
    await withProfile(visitor);
    const sent = await visitor.submit(stale, 'profile', { ...PROFILE, title: '另一家公司' });
    expect([sent.status, sent.html.includes('Somebody changed the billing profile meanwhile')]).toEqual([409, true]);
    const again = await visitor.submit(sent, 'profile', { ...PROFILE, title: '另一家公司' });
    expect(again.location).toContain('done=billing_profile_saved');
  });
});

describe('invoices on pages', () => {
  it('are asked for from paid orders once, however often the form is sent, and taken back', async () => {
    const { account, visitor } = await newVisit();
    const order = await paidOrder(server, account);
    expect(await good(await visitor.open(`${AT}/invoices/new`))).toContain('Fill in the billing profile first');
    await withProfile(visitor);
    const form = await visitor.open(`${AT}/invoices/new`);
    expect(await good(form)).toContain('¥100');
    const fields = { invoice_type: 'vat_special', [`order_ids.${order}`]: 'on', remark: '备注' };
    const [first, second] = [
      await visitor.submit(form, 'invoice', fields),
      await visitor.submit(form, 'invoice', fields),
    ];
    expect([first.status, first.location.includes('done=invoice_requested')]).toEqual([303, true]);
    expect(second.location).toBe(first.location);
    const page = await visitor.open(first.location);
    expect(await good(page)).toMatch(/Special VAT invoice .*Submitted .*¥100.*深圳示例科技有限公司/);
    expect(await good(await visitor.open(`${AT}/invoices`))).toMatch(/深圳示例科技有限公司 ¥100 Submitted/);
    expect(await good(await visitor.open(`${AT}/invoices/new`))).toContain('There is no order to be invoiced now.');
    const path = first.location.replace(/\?.*/, '');
    expect((await (await newVisit()).visitor.open(path)).status).toBe(404);
    const asked = await visitor.open(`${path}/cancel`);
    expect((await visitor.submit(asked, 'confirm')).location).toContain('done=invoice_cancelled');
    expect(await good(await visitor.open(path))).toContain('Cancelled');
  });

  it('422 without an order, and for a person who asks for a special one: nothing is stored', async () => {
    const { account, visitor } = await newVisit();
    const order = await paidOrder(server, account);
    await visitor.submit(await visitor.open(`${AT}/profile`), 'profile', {
      title_type: 'personal',
      title: '张三',
      email: 'b@example.com',
    });
    const form = await visitor.open(`${AT}/invoices/new`);
    const none = await visitor.submit(form, 'invoice', { invoice_type: 'vat_normal', remark: HOSTILE });
    expect([none.status, await markupProblems(none), madeOf(none)]).toEqual([422, [], []]);
    expect(textOf(none)).toContain('Choose at least one order');
    const special = await visitor.submit(form, 'invoice', {
      invoice_type: 'vat_special',
      [`order_ids.${order}`]: 'on',
    });
    expect([special.status, special.html.includes('href="#invoice-invoice_type"')]).toEqual([422, true]);
    expect(special.html).toContain(`name="order_ids.${order}" checked`);
    expect(
      await dashboard.query('select id from invoice_request where organization_id = $1', account.organizationId),
    ).toEqual([]);
  });

  it('shows what the operator says, as text', async () => {
    const { account, visitor } = await newVisit();
    const order = await paidOrder(server, account);
    await withProfile(visitor);
    const form = await visitor.open(`${AT}/invoices/new`);
    const { location } = await visitor.submit(form, 'invoice', {
      invoice_type: 'vat_normal',
      [`order_ids.${order}`]: 'on',
    });
    await dashboard.query(
      `update invoice_request set status = 'rejected', reject_reason = $2 where organization_id = $1`,
      account.organizationId,
      HOSTILE,
    );
    const page = await visitor.open(location);
    expect([page.status, await markupProblems(page), traps(page)]).toEqual([200, [], []]);
    expect(textOf(page)).toContain('What the operator says');
  });
});

describe('papers', () => {
  it('are for those who have to do with money: others are refused, and what a role may not do is not offered', async () => {
    const { org_id, members } = await newTeam(server);
    for (const [role, member] of Object.entries(members)) {
      const visitor = dashboard.visit(member);
      const reads = ['owner', 'admin', 'billing'].includes(role);
      for (const path of ['statements', 'invoices', 'refunds', 'profile', 'overage']) {
        const { status } = await visitor.open(`${AT}/${path}?org=${org_id}`);
        expect([role, path, status]).toEqual([role, path, reads ? 200 : 403]);
      }
    }
  });

  it('are not there where nothing costs money', async () => {
    const other = await openTestServer();
    try {
      const visitor = openDashboard(other).visit(await other.createAccount());
      const paths = [
        'statements',
        'statements/stm_1',
        'statements/stm_1/download',
        'invoices',
        'invoices/new',
        'invoices/inv_1',
      ];
      for (const path of [
        ...paths,
        'invoices/inv_1/cancel',
        'refunds',
        'orders/ord_1/refund',
        'refunds/rfd_1/withdraw',
        'profile',
        'overage',
        'renew',
        'next-plan',
      ]) {
        expect([path, (await visitor.open(`${AT}/${path}`)).status]).toEqual([path, 404]);
      }
    } finally {
      await other.close();
    }
  });
});
