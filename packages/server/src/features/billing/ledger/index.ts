export { postTransaction, type NewTransaction, type Posted, type Side } from './post-transaction.ts';
export { balanceOf, listTransactions, type AccountOf, type WalletEntry } from './queries.ts';
