import type { Language } from './language.ts';

/** Public addresses of what the service holds. */
export interface Links {
  /** The page and JSON that anyone may see. */
  credential(id: string): string;
  /** The signed file, for its organization. */
  asset(id: string): string;
  /** The page on which an invitation is accepted. */
  invitation(language: Language, token: string): string;
  /** The pages that the links in mails open. */
  verifyEmail(language: Language, token: string): string;
  resetPassword(language: Language, token: string): string;
  signIn(language: Language): string;
  forgotPassword(language: Language): string;
}

/** @param address where the service is reached, without a trailing slash; asked each time, it may be known late */
export function linksFrom(address: () => string): Links {
  return {
    credential: (id) => `${address()}/v/${id}`,
    asset: (id) => `${address()}/v1/content/credentials/${id}/asset`,
    invitation: (language, token) => `${address()}/${language.toLowerCase()}/invitation?token=${token}`,
    verifyEmail: (language, token) => `${address()}/${language.toLowerCase()}/verify-email?token=${token}`,
    resetPassword: (language, token) => `${address()}/${language.toLowerCase()}/reset-password?token=${token}`,
    signIn: (language) => `${address()}/${language.toLowerCase()}/login`,
    forgotPassword: (language) => `${address()}/${language.toLowerCase()}/forgot-password`,
  };
}
