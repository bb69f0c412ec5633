export { checkBooks, checkBooksDaily, payoutsAllowed } from './check-books.ts';
export { checkLedger, type LedgerCheck } from './check-ledger.ts';
export { postTransaction, type NewTransaction, type Side } from './post-transaction.ts';
export { amountsOf, balanceOf, listTransactions, spendableOf } from './queries.ts';
export { latestCheck } from './queries/checks.ts';
export { payerOf, READS_MONEY } from './payer.ts';
