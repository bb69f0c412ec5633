import { startAnsweringServer, type AnsweringServer } from '@revera/testkit/servers';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../platform/test-process.ts';
import { verifyFile } from './client.ts';
import { createInstallation, PATIENCE_MS, type Installation, type ServerProcess } from './server-process.ts';

const TOKEN = 'read-the-metrics';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

let collector: AnsweringServer;
let installation: Installation;
let server: ServerProcess;
beforeAll(async () => {
  collector = await startAnsweringServer((_body, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    return Promise.resolve();
  });
  installation = await createInstallation();
  server = await installation.start({
    LOG_LEVEL: 'info',
    METRICS_PORT: '0',
    METRICS_TOKEN: TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const { status } = await verifyFile({
    address: server.address,
    key: server.testKey ?? '',
    bytes: buildJpeg(),
    headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
  });
  expect(status).toBe(200);
}, PATIENCE_MS);
afterAll(async () => {
  await installation.clear();
  await collector.close();
});

/** The port that the log names. */
function metricsAddress(): string {
  const port = /"port":(\d+),"msg":"metrics are answered"/.exec(server.output.stderr)?.[1];
  return `http://127.0.0.1:${port}`;
}

const scrape = (headers: Readonly<Record<string, string>>, path = '/metrics') =>
  fetch(`${metricsAddress()}${path}`, { headers: { connection: 'close', ...headers } });

describe('the metrics', { timeout: PATIENCE_MS }, () => {
  it('count requests by route and status, and say what threads, connections and jobs are doing', async () => {
    const answer = await scrape({ authorization: `Bearer ${TOKEN}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const lines = (await answer.text()).split('\n');
    const verify = '{method="POST",route="/v1/content/verify",status="200"}';
    expect(lines).toContain(`revera_http_request_seconds_count${verify} 1`);
    expect(lines).toContain('revera_analysis_seconds_count{outcome="done"} 1');
    expect(lines).toContain('revera_analysis_threads 2');
    expect(lines).toContain('revera_jobs{state="waiting"} 0');
    expect(lines.some((line) => /^revera_database_connections\{state="total"\} [1-9]/.test(line))).toBe(true);
    expect(lines.some((line) => /^revera_process_resident_memory_bytes \d+/.test(line))).toBe(true);
  });

  it.each([
    ['401 without the token', {}, '/metrics', 401],
    ['401 with another token', { authorization: 'Bearer other' }, '/metrics', 401],
    ['404 for another path', { authorization: `Bearer ${TOKEN}` }, '/', 404],
  ])('are answered with %s', async (_what, headers, path, status) => {
    expect((await scrape(headers, path)).status).toBe(status);
  });

  it('are not answered where the public is', async () => {
    expect((await fetch(`${server.address}/metrics`, { headers: { connection: 'close' } })).status).toBe(404);
  });
});

interface SentSpan {
  name: string;
  traceId: string;
  parentSpanId?: string;
}

function sentSpans(): SentSpan[] {
  return collector.requests.flatMap(({ body }) => {
    const sent = JSON.parse(Buffer.from(body).toString('utf8')) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
    };
    return sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

describe('the traces', { timeout: PATIENCE_MS }, () => {
  it('go on the one that the caller began, down to the analysis and the database', async () => {
    await until(() => Promise.resolve(sentSpans().some(({ name }) => name === 'POST /v1/content/verify')));
    const mine = sentSpans().filter(({ traceId }) => traceId === TRACE);
    const request = mine.find(({ name }) => name === 'POST /v1/content/verify');
    expect(request?.parentSpanId).toBe(CALLER);
    expect(mine.map(({ name }) => name)).toEqual(expect.arrayContaining(['analyze file', 'database WITH']));
  });

  it('tell neither the key, nor the name of the file, nor who called', () => {
    const sent = collector.requests.map(({ body }) => Buffer.from(body).toString('utf8')).join('');
    expect(sent).not.toContain(server.testKey);
    expect(sent).not.toContain('photo.jpg');
    expect(sent).not.toContain('127.0.0.1');
  });
});

describe('the log', () => {
  it('names the network of a caller, and neither the key nor the file', () => {
    const { stderr } = server.output;
    expect(stderr).toContain('"route":"/v1/content/verify","status":200');
    expect(stderr).toContain('"address":"127.0.0.0/24"');
    expect(stderr).not.toContain(server.testKey);
    expect(stderr).not.toContain('photo.jpg');
  });
});
