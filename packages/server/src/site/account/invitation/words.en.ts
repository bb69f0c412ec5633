import type { Words } from '../../../shared/words.ts';
import type { INVITATION_ZH_CN } from './words.zh-cn.ts';

/** An invitation to an organization. */
export const INVITATION_EN: Words<typeof INVITATION_ZH_CN> = {
  title: 'Invitation to an organization',
  description: 'Accept an invitation to join an organization.',
  invites: 'You’ve been invited to join',
  role: 'Role',
  inviter: 'Invited by',
  for: 'Sent to',
  until: 'Expires',
  accept: 'Accept invitation',
  signInFirst: 'Sign in with the account for the invited address.',
  registerText: 'Choose a password, and you’re in: the link in the email has confirmed your address.',
  registerAndJoin: 'Join',
  otherAddress: 'The invitation was sent to a different address. Sign out and use the account for that address.',
  invalidTitle: 'This invitation doesn’t work',
  invalid:
    'The link is incomplete or more than seven days old, or the invitation has been accepted, withdrawn or replaced. Ask for a new one.',
  suspended: 'The operator has suspended this organization. Nobody can join it for now.',
  isMember: 'You are a member of this organization.',
  open: 'Open the organization',
};
