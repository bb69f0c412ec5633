import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '../shared/language.ts';
import type { AccountPrincipal } from '../shared/principal.ts';
import type { RequestId } from '../shared/request-id.ts';
import type { FormFields } from './form-fields.ts';
import type { RecentNeed } from './guards.ts';
import type { RatePolicyName } from './rate-limit.ts';
import type { MultipartSpec } from './route.ts';
import type { Upload } from './upload.ts';

/** What a page knows of its request. */
export interface PageContext {
  /** By the names in `{}` of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Of a POST; empty otherwise. */
  readonly form: FormFields;
  /** Who is signed in in this browser. */
  readonly account: AccountPrincipal | null;
  /** What a form of this session has to carry in the field of `shared/csrf-field.ts`; null without a session. */
  readonly csrfToken: string | null;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: RequestId;
  /** Of the page's own address; of the browser where the address has none. */
  readonly language: Language;
  /** Path and query as they were asked for. */
  readonly url: string;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
  /** Reads the files; only on pages that declare `upload`, at most once. */
  readonly receiveUpload: () => Promise<Upload<unknown>>;
}

export interface PageAnswer {
  /** Default 200. */
  readonly status?: number;
  /** Over those of every page. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | Readable;
}

/**
 * A page, a form or a static file: what people and search engines ask for. Described here and not in OpenAPI, which is for
 * programs. An `AppError` that a handler throws becomes a page.
 */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  /** OpenAPI form: `/en/docs/{slug}`. */
  readonly path: string;
  readonly rateLimit: RatePolicyName | 'none';
  /** The same for everybody: nobody is looked up, so it answers when the database does not. `account` is null. */
  readonly forEverybody?: true;
  /** Of a form: whether its sender has to have shown all factors a short while ago, or does so with it. */
  readonly recent?: RecentNeed | 'never';
  /** A form with files. */
  readonly upload?: MultipartSpec;
  handler(context: PageContext): Promise<PageAnswer> | PageAnswer;
}

/** Sends the browser elsewhere; after a form with 303, so that the address is fetched with GET. */
export function redirect(
  location: string,
  options: { status?: 302 | 303 | 308; headers?: PageAnswer['headers'] } = {},
): PageAnswer {
  return { status: options.status ?? 303, headers: { ...options.headers, location } };
}
