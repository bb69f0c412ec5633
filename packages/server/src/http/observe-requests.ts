import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import type { RequestSpan, Tracing } from '../platform/telemetry/tracing.ts';

/** What looks on while requests are answered. */
export interface RequestObservers {
  readonly metrics: Pick<Metrics, 'requestAnswered'>;
  readonly tracing: Pick<Tracing, 'openRequest'>;
}

const SERVER_ERROR = 500;

/** Counts and traces each request, by the route as it was declared: paths and queries hold what callers wrote. */
export function observeRequests(app: FastifyInstance, { metrics, tracing }: RequestObservers): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.openRequest(request.headers);
    if (span === null) {
      done();
      return;
    }
    spans.set(request, span);
    span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? null;
    const status = reply.statusCode;
    metrics.requestAnswered({ method, route, status, seconds: reply.elapsedTime / 1000 });
    const attributes = {
      'http.request.method': method,
      'http.response.status_code': status,
      ...(route === null ? {} : { 'http.route': route }),
    };
    spans.get(request)?.end(route === null ? method : `${method} ${route}`, attributes, status >= SERVER_ERROR);
    done();
  });
}
