interface AccountRow {
  /** `debit`: assets and expenses, which debits increase. `credit`: what we owe or have earned. */
  readonly side: 'debit' | 'credit';
  /** Each organization has its own. */
  readonly ofOrganization: boolean;
  readonly about: string;
}

const asset = (about: string): AccountRow => ({ side: 'debit', ofOrganization: false, about });
const owed = (about: string): AccountRow => ({ side: 'credit', ofOrganization: false, about });
const owned = (about: string): AccountRow => ({ side: 'credit', ofOrganization: true, about });

/** Every account of the ledger. Those on the side `debit` may go below zero: what the gateway reports is booked in any case. */
export const LEDGER_ACCOUNTS = {
  cash_epay: asset('Money at the payment gateway'),
  payment_clearing: owed('Payments received for orders that are not fulfilled yet; zero at rest'),
  wallet: owned('The balance that an organization paid for'),
  wallet_bonus: owned('Gifts to an organization, spent first and never refunded'),
  deferred_revenue: owed('Plans that were paid and are still to be delivered'),
  revenue_plan: owed('Earned by plans'),
  revenue_usage: owed('Earned by usage beyond a plan'),
  unapplied_payments: owed('Money that fits no order, until a person decides'),
  refund_clearing: owed('Refunds that are neither done nor failed'),
  bank: asset('Settled to our bank'),
  provider_fee: asset('Fees of the gateway'),
  adjustment_expense: asset('Corrections by hand'),
} as const satisfies Record<string, AccountRow>;

export type AccountCode = keyof typeof LEDGER_ACCOUNTS;

/** What a transaction is booked for; with its source, the key that books it once. */
export const TRANSACTION_KINDS = [
  'payment_received',
  'payment_unapplied',
  'fulfil',
  'recognise',
  'usage_charge',
  'resolve',
  'refund_hold',
  'refund_done',
  'refund_failed',
  'settlement',
  'adjust',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];
