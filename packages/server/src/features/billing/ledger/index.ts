export { postTransaction, type NewTransaction } from './post-transaction.ts';
export { balanceOf, listTransactions } from './queries.ts';
