export { checkBooks, checkBooksDaily, payoutsAllowed } from './check-books.ts';
export { checkLedger, type LedgerCheck } from './check-ledger.ts';
export { postTransaction, type NewTransaction } from './post-transaction.ts';
export { balanceOf, listTransactions } from './queries.ts';
export { latestCheck } from './queries/checks.ts';
export { payerOf, READS_MONEY } from './payer.ts';
