import type { Db } from '../../platform/database.ts';
import { hashSecretToken, isSecretToken } from '../../shared/session-token.ts';
import { findUsableToken, type Account, type TokenKind } from './queries.ts';

/** Whose link this is, while it works. Looking uses nothing up: programs that read mails open the links in them. */
export async function findLinkOwner(
  db: Db,
  kind: TokenKind,
  token: string,
): Promise<Pick<Account, 'email' | 'name'> | undefined> {
  return isSecretToken(token) ? await findUsableToken(db, kind, hashSecretToken(token)) : undefined;
}
