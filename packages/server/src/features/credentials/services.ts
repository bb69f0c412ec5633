import type { BlobStore } from '../../platform/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { Language } from '../../shared/language.ts';
import type { Links } from '../../shared/links.ts';
import type { PublicCredential } from './schemas.ts';

/** What credentials need of the rest of the server. */
export interface CredentialServices {
  db: Db;
  clock: Clock;
  blobs: Pick<BlobStore, 'get' | 'stat'>;
  links: Links;
}

/** What the public page of a credential shows. */
export interface PublicFacts {
  record: PublicCredential;
  /** End of the signing certificate. */
  certificateEndsAt: string;
  /** Its picture, where anyone may have the file and there is one. */
  preview: { width: number; height: number } | null;
  /** Whether this service still holds the signed file. */
  isFileKept: boolean;
}

/** Draws the status as a picture (SVG); the site provides it. */
export type RenderBadge = (facts: Pick<PublicCredential, 'status' | 'sandbox'>, language: Language) => string;

/** What the site draws of a credential. */
export interface CredentialPictures {
  renderPage: RenderPublicPage;
  renderBadge: RenderBadge;
}

/** Renders the public page as HTML; the site provides it. */
export type RenderPublicPage = (facts: PublicFacts, language: Language) => string;
