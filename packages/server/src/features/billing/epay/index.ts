export type { EpayAccount, EpayKeys } from './account.ts';
export type { EpayMessage, MalformedReason } from './parameters.ts';
export {
  peekMessage,
  verifyNotify,
  verifyReturn,
  type EpayNotice,
  type MessageVerdict,
  type RefusalReason,
} from './verify-message.ts';
