import type { Words } from '../../../shared/words.ts';
import type { RIGHTS_ZH_CN } from './words.zh-cn.ts';

/** A person's own data: another address, export, deletion; and the end of an organization. */
export const RIGHTS_EN: Words<typeof RIGHTS_ZH_CN> = {
  account: {
    changeEmail: 'Change the address',
    title: 'Your data',
    text: 'Download a copy of everything that is stored about you, or delete the account.',
    export: 'Export your data',
    delete: 'Delete the account',
  },
  email: {
    title: 'Change the address',
    text: 'A link goes to the new address. The address changes when you open it and confirm, within 24 hours. Then other sessions end, and the old address is told and can take the change back for seven days.',
    field: 'New mail address',
    submit: 'Send the link',
  },
  export: {
    title: 'Export your data',
    text: 'You download one JSON file with:',
    items: [
      'your account, sessions, organizations and the invitations you received',
      'what is on record of API keys that you made (not the keys themselves), and what you did',
      'of organizations that you own: members, invitations, keys on record, credentials, and jobs with the results that are still kept',
    ],
    note: 'Nothing in it opens anything: no password, no key. Signed files are not in it; download those that you need one by one.',
    submit: 'Go on',
    download: 'Download the file',
  },
  delete: {
    title: 'Delete the account',
    text: 'This takes effect at once and cannot be undone. Export your data first, and download the signed files that you still need.',
    goes: 'What goes',
    goesItems: [
      'your name, address, password and second factor',
      'all sessions, links in mails, invitations to you and the record of mails to you',
    ],
    stays: 'What stays',
    staysItems: [
      'The audit log keeps the identifier of the account, without name, address and network address: it must be known who did what in an organization.',
      'The records of credentials that were issued: everybody can still look them up. Copies of files that are out stay as they are.',
    ],
    organizations: 'Your organizations',
    fates: {
      closes:
        'Nobody else is in it, so it closes with the account: its keys stop working, and its jobs, results and signed files are deleted.',
      stays: 'You leave it, and it goes on. Keys that you made keep working; whoever stays decides about them.',
      needs_owner: 'Others are in it, and nobody else is an owner.',
    },
    blocked:
      'The account cannot be deleted yet: make somebody else an owner of these organizations, or close them first.',
    lastAdministrator:
      'You are the last administrator of this installation. Make somebody else one first, then delete the account.',
    members: 'Manage members',
    close: 'Close the organization',
    address: 'Enter the address of the account to confirm',
    wrongAddress: 'This is not the address of the account',
    submit: 'Delete the account',
  },
  close: {
    title: 'Close the organization',
    about: 'Ends it for good: keys, members, jobs and files go, and its credentials stay on record.',
    text: 'This takes effect at once and cannot be undone: its keys stop working, no member has access any more, open invitations end, and its jobs, results and signed files are deleted. Its credentials stay on record, where everybody can look them up. All owners are told by mail.',
    name: 'Enter the name of the organization to confirm',
    wrongName: 'This is not the name of the organization',
    submit: 'Close the organization',
  },
  credentials: {
    label: 'Credentials of what closes',
    labelOne: 'Credentials of the organization',
    hint: 'Afterwards only the operator can revoke them.',
    choose: 'Choose',
    keep: 'Keep them valid',
    revoke: 'Revoke all of them',
  },
};
