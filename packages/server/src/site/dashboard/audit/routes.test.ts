import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../../shared/audit-actions.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { newTeam, type Team } from '../../../testing/test-team.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { writeAudit } from '../../../features/audit/index.ts';
import { AUDIT } from './words.ts';

let server: TestServer;
let dashboard: TestDashboard;
let team: Team;
beforeAll(async () => {
  server = await openTestServer();
  dashboard = openDashboard(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  team = await newTeam(server);
});

const at = (path: string, query = '') => `/en/dashboard/${path}?org=${team.org_id}${query}`;

async function record(action: (typeof AUDIT_ACTIONS)[number], name: string): Promise<void> {
  await writeAudit(server.services.database.db, {
    organizationId: team.org_id,
    actor: { kind: 'account', id: team.members.admin.accountId },
    action,
    target: { kind: 'api_key', id: name },
    address: '192.0.2.7',
    details: { name },
  });
}

describe('the audit log as a file', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', 'a"b', 'a,b', 'a\r\nb'])(
    'has %j as text in one cell, whatever a spreadsheet makes of its first character',
    async (name) => {
      await record('api_key.created', name);
      const { status, headers, html } = await dashboard
        .visit(team.members.owner)
        .open(at('audit/export', '&action=api_key.'));
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/csv; charset=utf-8',
        'no-store',
      ]);
      const isFormula = /^\s*[=+\-@＝]/u.test(name) || /^[\t\r]/.test(name);
      const safe = isFormula ? `'${name}` : name;
      const cell = /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
      expect(html).toContain(`,api_key,${cell},192.0.2.7,`);
      expect(html).not.toMatch(/(?:^|[,\n])"?[=+@\t]/u);
    },
  );

  it('has what the filter of the page has, titles first, each line as long', async () => {
    await record('api_key.created', 'one');
    await record('refund.requested', 'two');
    const visitor = dashboard.visit(team.members.owner);
    const page = await visitor.open(at('audit', '&action=refund.'));
    expect(await markupProblems(page)).toEqual([]);
    const href = /href="([^"]*audit\/export[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { html } = await visitor.open(href);
    const lines = html.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\u{feff}Time \(UTC\),Action,/u);
    expect(lines.slice(1)).toEqual([expect.stringContaining(',Refund requested,refund.requested,Account,')]);
    expect((await visitor.open(at('audit/export', '&from=x'))).status).toBe(303);
  });

  it('is refused to whom the page is', async () => {
    for (const role of ['billing', 'developer', 'viewer'] as const) {
      expect((await dashboard.visit(team.members[role]).open(at('audit/export'))).status).toBe(403);
    }
  });
});

describe('the filter of the audit log', () => {
  it('offers the members and every group of actions of an organization', async () => {
    await record('invoice_request.requested', 'inv');
    const visitor = dashboard.visit(team.members.owner);
    const { accountId, email } = team.members.admin;
    const page = await visitor.open(at('audit', `&actor_id=${accountId}`));
    expect(page.html).toContain(`<option value="${accountId}" selected>${email}</option>`);
    expect(textOf(page)).toContain('Invoice requested');
    const own = await visitor.open(at('audit', `&actor_id=${team.members.viewer.accountId}`));
    expect(textOf(own)).not.toContain('Invoice requested');
    const hostile = await visitor.open(at('audit', `&actor_id=${encodeURIComponent('"><script>')}`));
    expect([await markupProblems(hostile), traps(hostile)]).toEqual([[], []]);
    const groups = Object.keys(AUDIT.en.groups);
    const ungrouped = AUDIT_ACTIONS.filter((action) => !groups.some((group) => action.startsWith(group)));
    // What is nobody's organization's.
    expect(new Set(ungrouped.map((action) => action.split('.')[0]))).toEqual(
      new Set(['admin_token', 'incident', 'plans', 'reconcile_run', 'trust_list']),
    );
  });
});
