import type * as OpenTelemetry from '@opentelemetry/api';
import type { Context, Span, Tracer } from '@opentelemetry/api';

/** Facts of a span, by OpenTelemetry's names where it has them. No media, key, file name or address is ever among them. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Traces for OpenTelemetry, or nothing at all. */
export interface Tracing {
  /** Runs `work` inside a span, below the one that is open. An error ends the span and goes on. */
  span<Result>(name: string, attributes: SpanAttributes, work: () => Promise<Result>): Promise<Result>;
  /**
   * Opens the span of a request; the trace goes on that the headers name. Null when nothing is traced.
   */
  openRequest(headers: Readonly<Record<string, unknown>>): RequestSpan | null;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

export interface RequestSpan {
  /** Runs `work` inside the span. */
  run(work: () => void): void;
  end(name: string, attributes: SpanAttributes, isFailure: boolean): void;
}

export const NO_TRACING: Tracing = {
  span: (_name, _attributes, work) => work(),
  openRequest: () => null,
  close: () => Promise.resolve(),
};

const SERVICE_NAME = 'revera';
const TRACES_PATH = '/v1/traces';

/**
 * Sends traces by OTLP over HTTP to a collector; without one the SDK is not even loaded. The SDK reads its other variables
 * itself, such as headers, time-outs and sampler (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables).
 */
export async function openTracing(collectorUrl: string | null): Promise<Tracing> {
  if (collectorUrl === null) return NO_TRACING;
  const [api, { NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const resource = resourceFromAttributes({ 'service.name': SERVICE_NAME });
  const exporter = new OTLPTraceExporter({ url: collectorUrl + TRACES_PATH });
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return { ...tracingWith(api, provider.getTracer(SERVICE_NAME)), close: () => provider.shutdown() };
}

function tracingWith(api: typeof OpenTelemetry, tracer: Tracer): Omit<Tracing, 'close'> {
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api;
  const fail = (span: Span): void => {
    span.setStatus({ code: SpanStatusCode.ERROR });
  };
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          // Its name alone: a message may quote what was sent to us.
          if (error instanceof Error) span.setAttribute('error.type', error.name);
          fail(span);
          throw error;
        } finally {
          span.end();
        }
      }),
    openRequest: (headers) => {
      const parent: Context = propagation.extract(context.active(), headers);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      const inside = trace.setSpan(parent, span);
      return {
        run: (work) => context.with(inside, work),
        end: (name, attributes, isFailure) => {
          span.updateName(name);
          span.setAttributes(attributes);
          if (isFailure) fail(span);
          span.end();
        },
      };
    },
  };
}
