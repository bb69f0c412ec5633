/**
 * Published error codes whose area of the product is not built yet: code -> the area that will raise it. The codes are
 * part of the public contract from the first version on. A code leaves this table with the change that raises it.
 */
export const NOT_YET_RAISED: Readonly<Record<string, string>> = {
  SUBSCRIPTION_REQUIRED: 'billing',
  INSUFFICIENT_BALANCE: 'billing',
  PAYMENT_ORDER_EXPIRED: 'billing',
  PAYMENT_ALREADY_PROCESSED: 'billing',
  PAYMENT_SIGNATURE_INVALID: 'billing',
  PAYMENT_AMOUNT_MISMATCH: 'billing',
  PAYMENT_PROVIDER_UNAVAILABLE: 'billing',
};
