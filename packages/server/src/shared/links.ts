import { LANGUAGE_PATHS, type Language } from './language.ts';

/** Public addresses of the service's objects. */
export interface Links {
  /** The address of the service, without a trailing slash. */
  origin(): string;
  /** The page and JSON that anyone may see. */
  credential(id: string): string;
  /** The signed file, for its organization. */
  asset(id: string): string;
  /** The signed file, for everyone, where its organization allows it. */
  publicAsset(id: string): string;
  /** A picture of a job's result. */
  thumbnail(jobId: string, position: number): string;
  /** The picture beside a job's result. */
  preview(jobId: string): string;
  /** All evidence of a job, as JSON. */
  report(jobId: string): string;
  /** A statement with its entries. */
  statement(id: string): string;
  /** The page on which an invitation is accepted. */
  invitation(language: Language, token: string): string;
  /** The pages that the links in mails open. */
  verifyEmail(language: Language, token: string): string;
  resetPassword(language: Language, token: string): string;
  changeEmail(language: Language, token: string): string;
  restoreEmail(language: Language, token: string): string;
  signIn(language: Language): string;
  forgotPassword(language: Language): string;
  /** Any page of the site; `path` without the language, '' for the home page. */
  page(language: Language, path: string): string;
}

/** @param address the address of the service, without a trailing slash; read each time, because it may be known late */
export function linksFrom(address: () => string): Links {
  const page = (language: Language, path: string): string =>
    `${address()}/${LANGUAGE_PATHS[language]}${path === '' ? '' : `/${path}`}`;
  return {
    origin: address,
    page,
    credential: (id) => `${address()}/v/${id}`,
    asset: (id) => `${address()}/v1/content/credentials/${id}/asset`,
    publicAsset: (id) => `${address()}/v/${id}/asset`,
    thumbnail: (jobId, position) => `${address()}/v1/jobs/${jobId}/thumbnails/${position}`,
    preview: (jobId) => `${address()}/v1/jobs/${jobId}/preview`,
    report: (jobId) => `${address()}/v1/jobs/${jobId}/report`,
    statement: (id) => `${address()}/v1/billing/statements/${id}/download`,
    invitation: (language, token) => page(language, `invitation?token=${token}`),
    verifyEmail: (language, token) => page(language, `verify-email?token=${token}`),
    resetPassword: (language, token) => page(language, `reset-password?token=${token}`),
    changeEmail: (language, token) => page(language, `change-email?token=${token}`),
    restoreEmail: (language, token) => page(language, `restore-email?token=${token}`),
    signIn: (language) => page(language, 'login'),
    forgotPassword: (language) => page(language, 'forgot-password'),
  };
}
