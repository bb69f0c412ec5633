import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QuotaDecision } from '../platform/quota-store.ts';
import type { BoundedOperation } from '../shared/operations.ts';
import type { Principal } from '../shared/principal.ts';
import type { ServerLimits } from '../shared/limits.ts';
import type { RateLimitState, RateLimitStore, RatePolicyName } from './rate-limit.ts';
import type { HttpMethod, MultipartSpec } from './route.ts';
import type { Upload } from './upload.ts';
import type { UploadMemory } from './upload-memory.ts';

/** What every endpoint needs besides its work. */
export interface EndpointServices {
  readonly rateLimits: RateLimitStore;
  readonly limits: ServerLimits;
  /** The private directory of uploads in progress. */
  readonly uploadDirectory: string;
  /** Of all small uploads in progress. */
  readonly uploadMemory: UploadMemory;
  /** Reserves a unit of an operation that is used up, where the organization pays for more; undefined: it does not. */
  readonly reserveMore: (organizationId: string, operation: BoundedOperation) => Promise<QuotaDecision | undefined>;
  /** Tells an organization that a unit was refused; once in a period. */
  readonly tellOfRefusal: (refused: { organizationId: string; operation: BoundedOperation }) => Promise<void>;
  /** Gives back what was reserved for a request that failed, unless a job has it. */
  readonly releaseUnit: (jobId: string) => Promise<void>;
}

/** Who calls an endpoint, as the log and the rate limits see them. */
export interface Caller {
  readonly principal: Principal;
  /** How the request was counted while its caller was identified; null when it has not been. */
  readonly counted: RateLimitState | null;
  /** How its unit was reserved; omitted when it needs none. */
  readonly quota?: QuotaDecision | undefined;
}

/** Thrown while a caller is identified: the browser is redirected there instead of getting an answer. */
export class SentElsewhere extends Error {
  readonly headers: Readonly<Record<string, string>>;

  constructor(location: string, headers: Readonly<Record<string, string>> = {}) {
    super(`sent to ${location}`);
    this.name = 'SentElsewhere';
    this.headers = { ...headers, location };
  }
}

/** Reads the files of a request; at most once. */
export type ReceiveUpload = () => Promise<Upload<unknown>>;

/**
 * A route for programs or a page for people, as the registrar sees it: it puts both on the application in the same way, and each
 * brings its own way to read the request and to send the answer.
 */
export interface Endpoint<Who extends Caller, Answer> {
  readonly name: string;
  readonly method: HttpMethod;
  /** OpenAPI form: `/v1/jobs/{jid}`. */
  readonly path: string;
  readonly rateLimit: RatePolicyName | 'none';
  readonly multipart: MultipartSpec | undefined;
  /** Whether the body is `application/x-www-form-urlencoded`; otherwise it is JSON, multipart or absent. */
  readonly takesForm: boolean;
  /** Whether the body is of any type, and handed to the work unread. */
  readonly takesMessage?: boolean;
  /** Whether numbers of the JSON body must be written as integers. */
  readonly wholeNumbers?: boolean;
  /**
   * Identifies the caller, before a byte of the body is read.
   * @throws the refusal, or SentElsewhere
   */
  identify(request: FastifyRequest): Promise<Who>;
  /** Refuses a request by its headers, before the body is read. */
  checkHeaders?(headers: FastifyRequest['headers']): void;
  /** Does the work. Files that it does not keep are deleted when it has ended, before the answer is sent. */
  work(exchange: Exchange<Who>): Promise<Answer>;
  send(answer: Answer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Called with each error of the endpoint. */
  onError?(error: unknown): void;
}

export interface Exchange<Who extends Caller> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Who;
  readonly receiveUpload: ReceiveUpload;
}
