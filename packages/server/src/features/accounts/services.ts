import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { SealedBox } from '../../platform/sealed-box.ts';
import type { Language } from '../../shared/language.ts';
import type { ServerLimits } from '../../shared/limits.ts';
import type { Links } from '../../shared/links.ts';
import type { RequestId } from '../../shared/request-id.ts';

/** What accounts need of the rest of the server. */
export interface AccountServices {
  db: Db;
  clock: Clock;
  secrets: SealedBox;
  passwords: Passwords;
  links: Links;
  limits: ServerLimits;
}

/** Where a request came from. */
export interface Caller {
  address: string;
  requestId: RequestId;
  userAgent: string;
  language: Language;
}

/** A caller who is signed in. */
export interface SignedInCaller extends Caller {
  accountId: string;
  sessionId: string;
}
