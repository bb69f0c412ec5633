export { endMailJob, mailHandler } from './jobs.ts';
export { MAIL_QUEUE, queueMail } from './queue-mail.ts';
export { mailboxAddress, mailboxRoutes } from './routes.ts';
export type { MailServices } from './services.ts';
export type { MailTemplate, MailTemplates, OwnerChange } from './templates.ts';
export { sweepMails } from './sweep-mails.ts';
