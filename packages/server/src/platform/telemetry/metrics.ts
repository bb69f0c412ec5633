import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A request that was answered. */
export interface AnsweredRequest {
  method: string;
  /** The route as it was declared, such as `/v1/jobs/:jobId`; null when no route has the path. */
  route: string | null;
  status: number;
  seconds: number;
}

/** How one file's analysis ended. */
export type AnalysisOutcome = 'done' | 'failed';

/** What is asked for each time the metrics are read. */
export interface MetricSources {
  analysis(): { threads: number; busy: number; waiting: number; replaced: number };
  connections(): { total: number; idle: number; waiting: number };
  uploadMemoryBytes(): number;
  /** Open jobs of all processes; null when the database does not say. */
  queue(): Promise<{ waiting: number; running: number; oldestMs: number } | null>;
  /** What the latest check of the books found; null when there was none, or the database does not say. */
  ledgerMismatches(): Promise<number | null>;
}

/** Figures of this process for Prometheus. Labels come from fixed tables, so nobody outside can add to their number. */
export interface Metrics {
  requestAnswered(request: AnsweredRequest): void;
  fileAnalyzed(outcome: AnalysisOutcome, seconds: number): void;
  /** The text exposition format. */
  print(sources: MetricSources): Promise<{ contentType: string; text: string }>;
}

/** From a signed photo in a warm process to the longest synchronous call. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const NO_ROUTE = 'none';

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'revera_' });
  const requests = new Histogram({
    name: 'revera_http_request_seconds',
    help: 'Time from the request line to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const analyses = new Histogram({
    name: 'revera_analysis_seconds',
    help: 'Time from the request for an analysis to its result, waiting included',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  const setGauges = createGauges(registers);
  return {
    requestAnswered: ({ method, route, status, seconds }) => {
      requests.observe({ method, route: route ?? NO_ROUTE, status }, seconds);
    },
    fileAnalyzed: (outcome, seconds) => analyses.observe({ outcome }, seconds),
    print: async (sources) => {
      await setGauges(sources);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function createGauges(registers: Registry[]): (sources: MetricSources) => Promise<void> {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const threads = gauge('revera_analysis_threads', 'Analysis threads');
  const busy = gauge('revera_analysis_threads_busy', 'Analysis threads at work');
  const waiting = gauge('revera_analysis_files_waiting', 'Files that wait for an analysis thread');
  const replaced = new Counter({
    name: 'revera_analysis_threads_replaced_total',
    help: 'Analysis threads that were replaced, after a crash or for their memory',
    registers,
  });
  const connections = new Gauge({
    name: 'revera_database_connections',
    help: 'Connections of this process to the database; waiting counts those who wait for one',
    labelNames: ['state'],
    registers,
  });
  const uploads = gauge('revera_upload_memory_bytes', 'Bytes of uploads that are held in memory');
  const jobs = new Gauge({
    name: 'revera_jobs',
    help: 'Open jobs of all processes that are due; absent while the database does not answer',
    labelNames: ['state'],
    registers,
  });
  const oldest = gauge('revera_jobs_oldest_seconds', 'How long the oldest job that is due has waited');
  const mismatches = gauge('revera_ledger_mismatches', 'Rules of the books that the latest check found broken');
  let counted = 0;
  return async (sources) => {
    const stats = sources.analysis();
    threads.set(stats.threads);
    busy.set(stats.busy);
    waiting.set(stats.waiting);
    replaced.inc(stats.replaced - counted);
    counted = stats.replaced;
    for (const [state, count] of Object.entries(sources.connections())) connections.set({ state }, count);
    uploads.set(sources.uploadMemoryBytes());
    const broken = await sources.ledgerMismatches();
    if (broken === null) mismatches.remove();
    else mismatches.set(broken);
    const queue = await sources.queue();
    jobs.reset();
    if (queue === null) {
      oldest.remove();
      return;
    }
    jobs.set({ state: 'waiting' }, queue.waiting);
    jobs.set({ state: 'running' }, queue.running);
    oldest.set(queue.oldestMs / 1000);
  };
}
