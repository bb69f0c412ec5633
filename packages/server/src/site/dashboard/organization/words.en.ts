import type { OrganizationWords } from './words.zh-cn.ts';

export const ORGANIZATION_EN: OrganizationWords = {
  title: 'Organization',
  lead: 'The name and provider code of this organization, and the organizations you belong to.',
  kind: 'Kind',
  role: 'Your role',
  name: 'Name',
  nameHint: 'Visible to members and to people you invite.',
  code: 'Service provider code',
  codeHint: '27 characters. It goes into the labels that we generate for you. Without a code, no labels are generated.',
  noCode: 'not set',
  save: 'Save',
  own: 'Your organizations',
  open: 'Open',
  current: 'Current',
  create: 'New team organization',
  createText: 'A team can have several members, with API keys, jobs and credentials of its own.',
  createName: 'Name of the new organization',
  createButton: 'Create organization',
  readOnly: 'Your role is read-only.',
  close: {
    title: 'Close organization',
    about:
      'Closes the organization permanently. API keys, members, jobs and files are removed; credentials stay on record.',
    text: 'This takes effect immediately and can’t be undone. API keys stop working, all members lose access, open invitations are revoked, and jobs, results and signed files are deleted. Credentials stay on record, where anyone can look them up. We’ll notify all owners by email.',
    credentials: 'Credentials of the organization',
    name: 'Enter the name of the organization to confirm',
    wrongName: 'This is not the name of the organization',
    submit: 'Close organization',
  },
};
