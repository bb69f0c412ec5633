/** What becomes of mails: sent, shown in the development mailbox, or kept as files that are shown to nobody. */
export type Mails = 'sent' | 'shown' | 'kept';
