import type { Language } from '../../../../shared/language.ts';
import type { TransactionKind } from '../../../../shared/ledger-accounts.ts';

export const STATEMENT_FORMATS = ['json', 'csv', 'pdf'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

interface StatementWords {
  title: string;
  facts: {
    id: string;
    organization: string;
    month: string;
    opening: string;
    credit: string;
    debit: string;
    closing: string;
    entries: string;
    finalized: string;
  };
  columns: {
    time: string;
    type: string;
    description: string;
    source: string;
    credit: string;
    debit: string;
    balance: string;
    transaction: string;
  };
  kinds: Record<TransactionKind, string>;
  note: string;
}

const EN: StatementWords = {
  title: 'Statement of account',
  facts: {
    id: 'Statement',
    organization: 'Organization',
    month: 'Month (UTC+8)',
    opening: 'Opening balance (CNY)',
    credit: 'Received (CNY)',
    debit: 'Spent (CNY)',
    closing: 'Closing balance (CNY)',
    entries: 'Entries',
    finalized: 'Made at (UTC+8)',
  },
  columns: {
    time: 'Time (UTC+8)',
    type: 'Type',
    description: 'Description',
    source: 'For',
    credit: 'Received (CNY)',
    debit: 'Spent (CNY)',
    balance: 'Balance (CNY)',
    transaction: 'Transaction',
  },
  kinds: {
    payment_received: 'Payment',
    payment_unapplied: 'Payment under review',
    fulfil: 'Order',
    recognise: 'Plan',
    usage_charge: 'Usage',
    resolve: 'Payment credited after review',
    refund_hold: 'Refund held',
    refund_done: 'Refund',
    refund_failed: 'Refund returned',
    settlement: 'Settlement',
    adjust: 'Adjustment',
  },
  note: 'Months are those of China Standard Time. Gifts are not part of this balance. Later corrections appear in the month in which they are booked.',
};

const ZH_CN: StatementWords = {
  title: '月度对账单',
  facts: {
    id: '对账单编号',
    organization: '组织',
    month: '月份（北京时间）',
    opening: '期初余额（元）',
    credit: '收入（元）',
    debit: '支出（元）',
    closing: '期末余额（元）',
    entries: '记录数',
    finalized: '生成时间（北京时间）',
  },
  columns: {
    time: '时间（北京时间）',
    type: '类型',
    description: '说明',
    source: '对应业务',
    credit: '收入（元）',
    debit: '支出（元）',
    balance: '余额（元）',
    transaction: '交易编号',
  },
  kinds: {
    payment_received: '付款',
    payment_unapplied: '待核实付款',
    fulfil: '订单',
    recognise: '套餐',
    usage_charge: '用量',
    resolve: '核实后入账',
    refund_hold: '退款冻结',
    refund_done: '退款',
    refund_failed: '退款退回',
    settlement: '结算',
    adjust: '调整',
  },
  note: '月份按北京时间划分。赠送余额不计入本对账单。此后的更正计入其入账的月份。',
};

export const STATEMENT_WORDS: Readonly<Record<Language, StatementWords>> = { en: EN, 'zh-CN': ZH_CN };
