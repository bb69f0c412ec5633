import { instant, roleName } from './mail-values.ts';
import type { MailLanguage } from './templates.ts';

const NOT_YOU = 'If this was not you, set a new password at once and sign out of all sessions.';

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
    password_changed: ({ address, when }) => ({
      subject: 'Your password was changed',
      before: [
        `The password of your account was changed at ${instant(when, 'en')}, from the network address ${address}.`,
      ],
      links: [],
      after: [NOT_YOU],
    }),
    two_factor_changed: ({ state, address, when }) => ({
      subject: `Two-factor authentication was switched ${state}`,
      before: [
        `Two-factor authentication of your account was switched ${state} at ${instant(when, 'en')}, from the network address ${address}.`,
      ],
      links: [],
      after: [NOT_YOU],
    }),
    invitation: ({ link, organization, inviter, role }) => ({
      subject: `Invitation to ${organization}`,
      before: [`${inviter} invites you to join the organization “${organization}” as ${roleName(role, 'en')}.`],
      links: [{ label: 'Look at the invitation', address: link }],
      after: ['If you do not know who sent it, ignore this mail: nothing happens.'],
    }),
  },
  footer: (host) => `You receive this mail because of an account, or an invitation, at Revera (${host}).`,
};
