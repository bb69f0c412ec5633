import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '../shared/language.ts';
import type { Permission } from '../shared/permissions.ts';
import type {
  AccountPrincipal,
  AdministratorPrincipal,
  AnonymousPrincipal,
  MemberPrincipal,
} from '../shared/principal.ts';
import type { RequestId } from '../shared/request-id.ts';
import type { FormFields } from './form-fields.ts';
import type { RecentNeed } from './guards.ts';
import type { RatePolicyName } from './rate-limit.ts';
import type { MultipartSpec } from './route.ts';
import type { Upload } from './upload.ts';

/**
 * Who may open a page or send its form, and what happens otherwise.
 *
 * - `sign_in`: visitors without a session are sent to sign in, and come back to `next` or to the page; others are refused.
 * - `not_found`: the same, but for others there is no such page.
 * - `anonymous`: everyone else continues anonymously.
 *
 * `recent`, of a form: whether its sender must have shown all factors recently. The guard cannot check it as it does for
 * programs, because the form itself may carry the password: the form page checks it (site/kit/recent.ts).
 */
export type PageAuth =
  /** The same for everybody: no caller is looked up, so that it answers even when the database does not. */
  | { readonly kind: 'none' }
  /** Anyone, with the browser's session if it is still valid. */
  | { readonly kind: 'optional_session' }
  | { readonly kind: 'session'; readonly otherwise: 'sign_in'; readonly next?: string }
  /** A member of the organization that the address names (`org`), or else of their own. */
  | {
      readonly kind: 'member';
      readonly permission: Permission;
      readonly otherwise: 'sign_in' | 'anonymous';
      readonly recent?: RecentNeed | 'never';
    }
  | { readonly kind: 'administrator'; readonly otherwise: 'not_found'; readonly recent?: RecentNeed };

/** Whether the caller who reaches the handler is signed in. */
type IsSignedIn<A extends PageAuth> = A extends { otherwise: 'sign_in' | 'not_found' } ? true : false;

/** The principal that the handler of a page sees. */
export type PagePrincipal<A extends PageAuth> = A extends { kind: 'session' }
  ? AccountPrincipal
  : A extends { kind: 'administrator' }
    ? AdministratorPrincipal
    : A extends { kind: 'member'; otherwise: 'sign_in' }
      ? MemberPrincipal
      : A extends { kind: 'member' }
        ? MemberPrincipal | AnonymousPrincipal
        : A extends { kind: 'optional_session' }
          ? AccountPrincipal | AnonymousPrincipal
          : AnonymousPrincipal;

/** What a page knows of its request. */
export interface PageContext<A extends PageAuth = PageAuth> {
  /** Keyed by the names in `{}` in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Fields of a POST; empty otherwise. */
  readonly form: FormFields;
  readonly principal: PagePrincipal<A>;
  /** The account signed in to this browser. */
  readonly account: IsSignedIn<A> extends true ? AccountPrincipal : AccountPrincipal | null;
  /** The token that a form of this session must carry in the field of `shared/csrf-field.ts`; null without a session. */
  readonly csrfToken: IsSignedIn<A> extends true ? string : string | null;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: RequestId;
  /** From the page's own address, or from the browser where the address has none. */
  readonly language: Language;
  /** Path and query as requested. */
  readonly url: string;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
  /** Reads the files; only on pages that declare `upload`, at most once. */
  readonly receiveUpload: () => Promise<Upload<unknown>>;
}

export interface PageAnswer {
  /** Default 200. */
  readonly status?: number;
  /** Added to the headers of every page. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | Readable;
}

/**
 * A page, a form or a static file: what people and search engines request. Described here and not in OpenAPI, which is for
 * programs. An `AppError` thrown by a handler becomes a page.
 */
interface PageDefinition<A extends PageAuth> {
  readonly method: 'GET' | 'POST';
  /** OpenAPI form: `/en/docs/{slug}`. */
  readonly path: string;
  readonly auth: A;
  readonly rateLimit: RatePolicyName | 'none';
  /** A form with files. */
  readonly upload?: MultipartSpec;
  handler(context: PageContext<A>): Promise<PageAnswer> | PageAnswer;
}

/** A page without the type of its own guard: what the registrar works on. */
export type PageRoute = PageDefinition<PageAuth>;

/** Declares a page: who may open it, and its work. */
export function definePage<const A extends PageAuth>(definition: PageDefinition<A>): PageRoute {
  return definition;
}

/** Redirects the browser; after a form with 303, so that the address is fetched with GET. */
export function redirect(
  location: string,
  options: { status?: 302 | 303 | 308; headers?: PageAnswer['headers'] } = {},
): PageAnswer {
  return { status: options.status ?? 303, headers: { ...options.headers, location } };
}
