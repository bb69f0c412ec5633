/** What becomes of mails: sent, shown in the development mailbox, or kept as files that nobody is shown. */
export type Mails = 'sent' | 'shown' | 'kept';
