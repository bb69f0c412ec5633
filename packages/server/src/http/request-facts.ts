import type { FastifyRequest } from 'fastify';

/** How much of the user agent a session keeps. */
const USER_AGENT_CHARACTERS = 300;

/** `/v1/jobs/{jid}` as the router writes it. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

export function textHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The user agent as the caller sent it, cut. */
export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARACTERS);
}

export function queryOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  return new URLSearchParams(url.split('?')[1] ?? '');
}
