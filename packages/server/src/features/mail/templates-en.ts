import { instant, roleName } from './mail-values.ts';
import type { MailedKey, MailLanguage, MailTemplates } from './templates.ts';

const NOT_YOU = 'If this was not you, set a new password at once and sign out of all sessions.';

function keysEn(keys: readonly MailedKey[], more: number): string[] {
  if (keys.length === 0) return [];
  return [
    'API keys go on working after a new password. If it was not you who set it, also revoke the keys that this account made:',
    ...keys.map(({ organization, name, prefix }) => `${name} (${prefix}…), organization “${organization}”`),
    ...(more === 0 ? [] : [`and ${more} more, which the pages of the organizations list`]),
  ];
}

function ownerSentence({ person, organization, change, by }: MailTemplates['owner_changed']): string {
  const owners = `the organization “${organization}”`;
  switch (change) {
    case 'joined':
      return `${person} has joined ${owners} as an owner.`;
    case 'promoted':
      return `${by} made ${person} an owner of ${owners}.`;
    case 'demoted':
      return `${by} gave ${person}, who was an owner of ${owners}, another role.`;
    case 'removed':
      return `${by} removed ${person}, who was an owner, from ${owners}.`;
    case 'left':
      return `${person}, who was an owner, has left ${owners}.`;
  }
}

export const MAILS_EN: MailLanguage = {
  templates: {
    verify_email: ({ link }) => ({
      subject: 'Confirm your e-mail address',
      before: ['Welcome to Revera. Please confirm that this address is yours.'],
      links: [{ label: 'Confirm the address', address: link }],
      after: ['The link works once, within 24 hours. If you did not register, ignore this mail: nothing happens.'],
    }),
    address_taken: ({ sign_in_link, reset_link }) => ({
      subject: 'You already have an account',
      before: [
        'Somebody, probably you, tried to register with this address. It has an account already, and nothing was changed.',
      ],
      links: [
        { label: 'Sign in', address: sign_in_link },
        { label: 'Forgot the password?', address: reset_link },
      ],
      after: ['If it was not you, you need not do anything.'],
    }),
    reset_password: ({ link }) => ({
      subject: 'Set a new password',
      before: ['Somebody, probably you, asked to set a new password for your account.'],
      links: [{ label: 'Set a new password', address: link }],
      after: [
        'The link works once, within one hour. If you did not ask, ignore this mail: your password stays as it is.',
      ],
    }),
    password_changed: ({ address, when, keys, more_keys }) => ({
      subject: 'Your password was changed',
      before: [
        `The password of your account was changed at ${instant(when, 'en')}, from the network address ${address}.`,
      ],
      links: [],
      after: [NOT_YOU, ...keysEn(keys, more_keys)],
    }),
    two_factor_changed: ({ state, address, when }) => ({
      subject: `Two-factor authentication was switched ${state}`,
      before: [
        `Two-factor authentication of your account was switched ${state} at ${instant(when, 'en')}, from the network address ${address}.`,
      ],
      links: [],
      after: [NOT_YOU],
    }),
    confirm_new_email: ({ link }) => ({
      subject: 'Confirm your new address',
      before: ['Somebody, probably you, wants this address for an account at Revera.'],
      links: [{ label: 'Confirm the new address', address: link }],
      after: [
        'The link works once, within 24 hours. Until then nothing changes. If it was not you, ignore this mail: nothing happens.',
      ],
    }),
    new_email_taken: ({ sign_in_link, reset_link }) => ({
      subject: 'This address already has an account',
      before: [
        'Somebody, probably you, wanted this address for another account. It has an account already, and nothing was changed.',
      ],
      links: [
        { label: 'Sign in', address: sign_in_link },
        { label: 'Forgot the password?', address: reset_link },
      ],
      after: ['If it was not you, you need not do anything.'],
    }),
    email_changed: ({ link, address, when }) => ({
      subject: 'The address of your account was changed',
      before: [
        `Your account has another mail address since ${instant(when, 'en')}. The change was confirmed from the network address ${address}.`,
        'If this was you, you need not do anything. If not, take the change back at once:',
      ],
      links: [{ label: 'Take the change back', address: link }],
      after: [
        'The link works once, within seven days. It restores this address, ends all sessions and voids the password; you then set a new one. If it no longer works, write to the operator of the service.',
      ],
    }),
    account_deleted: ({ address, when }) => ({
      subject: 'Your account was deleted',
      before: [
        `Your account was deleted at ${instant(when, 'en')}, from the network address ${address}. Name, address, password and sessions are gone; nobody can bring them back.`,
        'Credentials that were issued can still be looked up, and the log of changes keeps the identifier of the account, without name and address.',
      ],
      links: [],
      after: ['If this was not you, write to the operator of the service.'],
    }),
    organization_closed: ({ organization, credentials, address, when }) => ({
      subject: 'An organization of yours was closed',
      before: [
        `The organization “${organization}” was closed at ${instant(when, 'en')}, from the network address ${address}. Its keys no longer work, its members have no access, and its jobs, results and signed files are deleted.`,
        credentials === 'kept'
          ? 'Its credentials can still be looked up; only the operator can revoke them now.'
          : 'Its credentials were revoked.',
      ],
      links: [],
      after: ['This cannot be undone. If no owner meant to do it, write to the operator of the service.'],
    }),
    invitation: ({ link, organization, inviter, role }) => ({
      subject: `Invitation to ${organization}`,
      before: [`${inviter} invites you to join the organization “${organization}” as ${roleName(role, 'en')}.`],
      links: [{ label: 'Look at the invitation', address: link }],
      after: ['If you do not know who sent it, ignore this mail: nothing happens.'],
    }),
    new_device: ({ device, address, when, link }) => ({
      subject: 'New sign-in to your account',
      before: [
        `Somebody signed in to your account at ${instant(when, 'en')}, from the network address ${address}.`,
        `The browser or program calls itself: ${device === '' ? 'nothing' : device}`,
        'Your account was not used with this program from this address before.',
      ],
      links: [{ label: 'See where you are signed in', address: link }],
      after: [NOT_YOU],
    }),
    recovery_code_used: ({ left, address, when, link }) => ({
      subject: 'A recovery code was used',
      before: [
        `A recovery code of your account was used at ${instant(when, 'en')}, from the network address ${address}. Of the codes, ${left} can still be used.`,
        'If you have lost the authenticator app, turn the second factor off, which takes another recovery code, and set it up again.',
      ],
      links: [{ label: 'Open the account', address: link }],
      after: [NOT_YOU],
    }),
    key_created: ({ organization, maker, name, prefix, mode, may_revoke, address, when, link }) => ({
      subject: `New API key in ${organization}`,
      before: [
        `${maker} made an API key for the organization “${organization}” at ${instant(when, 'en')}, from the network address ${address}.`,
        `Name: ${name}. Begins with: ${prefix}. Mode: ${mode}.${may_revoke ? ' It may revoke credentials.' : ''}`,
      ],
      links: [{ label: 'See the keys', address: link }],
      after: ['If nobody should have made it, revoke it at once, and have whoever made it set a new password.'],
    }),
    owner_changed: (values) => ({
      subject: `Owners of ${values.organization}`,
      before: [
        ownerSentence(values),
        `It was done at ${instant(values.when, 'en')}, from the network address ${values.address}.`,
      ],
      links: [{ label: 'See the members', address: values.link }],
      after: ['If this should not have happened, change it back at once, and write to the operator if you cannot.'],
    }),
  },
  footer: (host) => `You receive this mail because of an account, or an invitation, at Revera (${host}).`,
};
