import type { Language } from '../../../../shared/language.ts';
import type { Words } from '../../../../shared/words.ts';

/** 客户申请的发票：受理、开具、驳回与红冲。 */
const ZH_CN = {
  title: '发票申请',
  lead: '各组织申请的发票，最新的在前。在开票系统中开具之后，在此登记号码。',
  search: '查找',
  searchHint: '组织、抬头、发票号码或编号',
  status: '状态',
  empty: '还没有发票申请。组织申请发票之后，会出现在这里。',
  madeOut: '抬头',
  organization: '组织',
  by: '申请者',
  decidedBy: '处理者',
  one: '发票申请',
  refunded: '申请之后，其中的订单已退款或正在退款，剩余金额不足，不能开具。请驳回，由组织重新申请。',
  next: {
    submitted: '尚未受理。受理之后，组织不能再自行取消。',
    processing: '已受理。请在开票系统中开具，再登记发票号码。',
    issued: '已开具。如需作废，请先在开票系统中红冲，再在此登记。',
    rejected: '已驳回，其中的订单可以重新申请。',
    cancelled: '组织已取消，其中的订单可以重新申请。',
    red_issued: '已红冲，其中的订单可以退款，也可以重新申请发票。',
  },
  begin: '受理',
  issue: '登记发票',
  reject: '驳回',
  redLetter: '登记红冲',
  number: '发票号码',
  numberHint: '4 至 40 位字母、数字或连字符，例如 20 位的数电发票号码。',
  numberWrong: '发票号码应为 4 至 40 位字母、数字或连字符',
  url: '下载地址',
  urlHint: '发票文件的 https 地址，组织在账单页上可以打开。没有则留空。',
  urlWrong: '请输入以 https:// 开头的完整地址',
  reasonHint: '该组织会看到。最多 500 个字符。',
  redLetterHint: '写入审计日志。最多 500 个字符。',
  refused: {
    order_refunded: '其中的订单已退款或正在退款，剩余金额不足，不能开具。请驳回这份申请。',
    invoice_number_used: '此号码已登记在另一张发票上',
    status_changed: '状态已改变，请返回查看。',
  },
  steps: {
    begin: { title: '受理发票申请', text: '组织会看到“开具中”，并且不能再自行取消。', button: '受理' },
    issue: {
      title: '登记已开具的发票',
      text: '登记之后组织即可看到号码与下载地址，并收到事件通知。登记后不能更改，只能红冲。请仔细核对号码。',
      button: '登记发票',
    },
    reject: {
      title: '驳回发票申请',
      text: '组织会看到原因，其中的订单可以重新申请。不能撤回。',
      button: '驳回',
    },
    redLetter: {
      title: '登记红冲',
      text: '请先在开票系统中红冲。登记之后，其中的订单可以退款，也可以重新申请发票。不能撤回。',
      button: '登记红冲',
    },
  },
} as const;

const EN: Words<typeof ZH_CN> = {
  title: 'Invoice requests',
  lead: 'The invoices (发票) that organizations have asked for, newest first. Make them out in your invoicing system, and record their numbers here.',
  search: 'Search',
  searchHint: 'Organization, title, number, ID',
  status: 'Status',
  empty: 'No invoice requests yet. They appear here when an organization asks for one.',
  madeOut: 'Made out to',
  organization: 'Organization',
  by: 'Requested by',
  decidedBy: 'Handled by',
  one: 'Invoice request',
  refunded:
    'Since it was asked for, money of its orders was refunded or is being refunded: less is left than its amount, and it cannot be issued. Reject it, and the organization can ask for another.',
  next: {
    submitted: 'Nobody has begun with it. Once somebody has, the organization can no longer cancel it.',
    processing: 'Somebody has begun with it. Make it out in your invoicing system, and record its number.',
    issued: 'It is issued. To void it, reverse it in your invoicing system first, and record that here.',
    rejected: 'It was rejected. Its orders can be on another request.',
    cancelled: 'The organization cancelled it. Its orders can be on another request.',
    red_issued: 'It was reversed. Its orders can be refunded, and be on another request.',
  },
  begin: 'Begin',
  issue: 'Record the invoice',
  reject: 'Reject',
  redLetter: 'Record a reversal',
  number: 'Invoice number',
  numberHint: '4 to 40 letters, digits or hyphens, such as the 20 digits of a digital invoice.',
  numberWrong: 'An invoice number has 4 to 40 letters, digits or hyphens',
  url: 'Download address',
  urlHint:
    'The https address of the invoice, which the organization can open from its billing page. Empty if there is none.',
  urlWrong: 'Enter a whole address that begins with https://',
  reasonHint: 'The organization sees it. At most 500 characters.',
  redLetterHint: 'It is written to the audit log. At most 500 characters.',
  refused: {
    order_refunded:
      'Money of its orders was refunded or is being refunded: less is left than its amount. Reject this request.',
    invoice_number_used: 'Another invoice has this number',
    status_changed: 'Its status has changed. Go back and look again.',
  },
  steps: {
    begin: {
      title: 'Begin with an invoice request',
      text: 'The organization sees that it is being made out, and can no longer cancel it.',
      button: 'Begin',
    },
    issue: {
      title: 'Record an issued invoice',
      text: 'The organization sees the number and the address, and is sent an event. It cannot be changed afterwards, only reversed: check the number.',
      button: 'Record the invoice',
    },
    reject: {
      title: 'Reject an invoice request',
      text: 'The organization sees the reason, and its orders can be on another request. This cannot be undone.',
      button: 'Reject',
    },
    redLetter: {
      title: 'Record a reversal',
      text: 'Reverse the invoice in your invoicing system first. Its orders can then be refunded, and be on another request. This cannot be undone.',
      button: 'Record the reversal',
    },
  },
};

export const ADMIN_INVOICES: Readonly<Record<Language, Words<typeof ZH_CN>>> = { en: EN, 'zh-CN': ZH_CN };
