import type { RightsWords } from './words.zh-cn.ts';

export const RIGHTS_EN: RightsWords = {
  account: {
    title: 'Your data',
    text: 'Download a copy of everything we store about you, or delete your account.',
    export: 'Export your data',
    delete: 'Delete account',
  },
  email: {
    title: 'Change email address',
    text: 'We’ll send a link to the new address. The change takes effect when you open the link and confirm within 24 hours. All other sessions then end, and your old address receives an email from which the change can be undone for seven days.',
    field: 'New email address',
    submit: 'Send link',
  },
  export: {
    title: 'Export your data',
    text: 'You’ll download one JSON file with:',
    items: [
      'your account, sessions, organizations and the invitations you received',
      'the records of API keys you created (not the keys themselves), and of what you did',
      'for organizations you own: members, invitations, records of API keys, credentials, and jobs with the results still stored',
    ],
    note: 'The file contains no passwords, keys or anything else that gives access. It doesn’t include signed files; download the ones you need separately.',
    submit: 'Continue',
    download: 'Download file',
  },
  delete: {
    title: 'Delete account',
    text: 'This takes effect immediately and can’t be undone. Export your data first, and download any signed files you still need.',
    goes: 'What is deleted',
    goesItems: [
      'your name, email address, password and second factor',
      'all sessions, links sent by email, invitations you received and the record of emails to you',
    ],
    stays: 'What is kept',
    staysItems: [
      'The audit log keeps the ID of your account, without your name, email address or network address, so that organizations can tell who did what.',
      'The records of issued credentials: anyone can still look them up. Copies of files already in circulation don’t change.',
    ],
    organizations: 'Your organizations',
    fates: {
      closes:
        'You are its only member, so it closes with your account: its API keys stop working, and its jobs, results and signed files are deleted.',
      stays:
        'You leave it, and it carries on. The API keys you created keep working; the remaining members manage them.',
      needs_owner: 'It has other members, but no other owner.',
    },
    blocked:
      'You can’t delete your account yet. First make someone else an owner of these organizations, or close them.',
    lastAdministrator:
      'You are the last administrator of this installation. Make someone else an administrator, then delete your account.',
    members: 'Manage members',
    close: 'Close organization',
    address: 'Enter the email address of your account to confirm',
    wrongAddress: 'This is not the email address of your account',
    submit: 'Delete account',
  },
  credentials: {
    label: 'Credentials of the organizations that close',
    hint: 'Afterwards, only the operator can revoke them.',
    choose: 'Choose',
    keep: 'Keep them valid',
    revoke: 'Revoke all of them',
  },
};
