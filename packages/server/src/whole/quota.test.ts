import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyFile } from './client.ts';
import { askDatabase, startPostgresServer, type PostgresServer } from './postgres-server.ts';
import { createInstallation, PATIENCE_MS, type Installation, type ServerProcess } from './server-process.ts';

const UNITS = 10;
const CALLS = 200;
const PROCESSES = 3;

let postgres: PostgresServer;
let installation: Installation;
beforeAll(async () => {
  postgres = await startPostgresServer();
  const generous = { LIMIT_KEY_PER_SECOND: '100000', LIMIT_KEY_BURST: '100000' };
  installation = await createInstallation({ DATABASE_URL: postgres.url(), ...generous });
}, PATIENCE_MS);
afterAll(async () => {
  await installation.clear();
  await postgres.clear();
});

const command = async (...args: string[]) => {
  const { exit, stdout, stderr } = await installation.command(...args);
  expect([exit, stderr]).toEqual([0, '']);
  return stdout;
};

describe('three processes on one database', { timeout: PATIENCE_MS }, () => {
  it(`grant the last ${UNITS} units to ${UNITS} of ${CALLS} parallel calls, and the sums say so`, async () => {
    const servers: ServerProcess[] = [];
    for (let n = 0; n < PROCESSES; n++) servers.push(await installation.start());
    const made = await command('keys', 'create', '--mode', 'live', '--name', 'app', '--json');
    const { key, organization_id } = JSON.parse(made) as { key: string; organization_id: string };
    const limit = ['--operation', 'verification', '--included', String(UNITS)];
    expect(await command('plans', 'limit', organization_id, ...limit)).toContain(`verification  ${UNITS}`);
    const bytes = buildJpeg();
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_, n) =>
        verifyFile({ address: servers[n % PROCESSES]?.address ?? '', key, bytes }),
      ),
    );
    const outcomes = answers.map(({ status, body }) =>
      status === 200 ? '200' : `${status} ${(body as { error: { code: string } }).error.code}`,
    );
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(UNITS);
    expect(outcomes.filter((outcome) => outcome === '429 QUOTA_EXCEEDED')).toHaveLength(CALLS - UNITS);
    const counted = () =>
      askDatabase(postgres.url(), 'select used, reserved, (select count(*)::int from usage_records) from usage_quota');
    expect(await counted()).toEqual([{ used: UNITS, reserved: 0, count: UNITS }]);
    expect(await command('usage', 'rebuild')).toMatch(/^\d+ days, [01] sums\n$/);
  });
});
