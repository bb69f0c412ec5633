import type { Db } from '../../platform/database.ts';
import { hashSecretToken, isSecretToken } from '../../shared/session-token.ts';
import type { TokenKind } from '../../platform/schema/accounts.ts';
import { findUsableToken } from './queries.ts';

/** Whose link this is, while it works. Looking does not use it up: mail scanners open the links in mails. */
export async function findLinkOwner(db: Db, kind: TokenKind, token: string): ReturnType<typeof findUsableToken> {
  return isSecretToken(token) ? await findUsableToken(db, kind, hashSecretToken(token)) : undefined;
}
