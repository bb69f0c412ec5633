import { instant, roleName } from './mail-values.ts';
import type { MailedKey, MailLanguage, MailTemplates } from './templates.ts';

const NOT_YOU = 'If this wasn’t you, set a new password immediately and sign out of all sessions.';

function keysEn(keys: readonly MailedKey[], more: number): string[] {
  if (keys.length === 0) return [];
  return [
    'API keys keep working after a password change. If you did not change it, also revoke the keys created by this account:',
    ...keys.map(({ organization, name, prefix }) => `${name} (${prefix}…), organization “${organization}”`),
    ...(more === 0 ? [] : [`and ${more} more, listed on the organizations’ pages`]),
  ];
}

function foundEn(findings: readonly string[], more: number): string[] {
  return [...findings, ...(more === 0 ? [] : [`and ${more} more`])];
}

function ownerSentence({ person, organization, change, by }: MailTemplates['owner_changed']): string {
  const owners = `the organization “${organization}”`;
  switch (change) {
    case 'joined':
      return `${person} has joined ${owners} as an owner.`;
    case 'promoted':
      return `${by} made ${person} an owner of ${owners}.`;
    case 'demoted':
      return `${by} changed the role of ${person}, who is no longer an owner of ${owners}.`;
    case 'removed':
      return `${by} removed ${person}, an owner, from ${owners}.`;
    case 'left':
      return `${person}, an owner, has left ${owners}.`;
  }
}

export const MAILS_EN: MailLanguage = {
  templates: {
    verify_email: ({ link }) => ({
      subject: 'Confirm your email address',
      before: ['Welcome to Revera. Please confirm that this email address is yours.'],
      links: [{ label: 'Confirm address', address: link }],
      after: ['The link works once, within 24 hours. If you didn’t register, you can ignore this email.'],
    }),
    address_taken: ({ sign_in_link, reset_link }) => ({
      subject: 'You already have an account',
      before: [
        'Somebody, probably you, tried to register with this address. It already has an account, and nothing has changed.',
      ],
      links: [
        { label: 'Sign in', address: sign_in_link },
        { label: 'Forgot your password?', address: reset_link },
      ],
      after: ['If it wasn’t you, you don’t need to do anything.'],
    }),
    reset_password: ({ link }) => ({
      subject: 'Set a new password',
      before: ['Somebody, probably you, requested a new password for your account.'],
      links: [{ label: 'Set a new password', address: link }],
      after: [
        'The link works once, within one hour. If you didn’t request it, you can ignore this email: your password stays the same.',
      ],
    }),
    password_changed: ({ address, when, keys, more_keys }) => ({
      subject: 'Your password was changed',
      before: [`The password of your account was changed on ${instant(when, 'en')} from the IP address ${address}.`],
      links: [],
      after: [NOT_YOU, ...keysEn(keys, more_keys)],
    }),
    two_factor_changed: ({ state, address, when }) => ({
      subject: `Two-factor authentication was turned ${state}`,
      before: [
        `Two-factor authentication for your account was turned ${state} on ${instant(when, 'en')} from the IP address ${address}.`,
      ],
      links: [],
      after: [NOT_YOU],
    }),
    confirm_new_email: ({ link }) => ({
      subject: 'Confirm your new address',
      before: ['Somebody, probably you, wants to use this address for a Revera account.'],
      links: [{ label: 'Confirm new address', address: link }],
      after: [
        'The link works once, within 24 hours. Nothing changes until you confirm. If it wasn’t you, you can ignore this email.',
      ],
    }),
    new_email_taken: ({ sign_in_link, reset_link }) => ({
      subject: 'This address already has an account',
      before: [
        'Somebody, probably you, wanted to use this address for another account. It already has an account, and nothing has changed.',
      ],
      links: [
        { label: 'Sign in', address: sign_in_link },
        { label: 'Forgot your password?', address: reset_link },
      ],
      after: ['If it wasn’t you, you don’t need to do anything.'],
    }),
    email_changed: ({ link, address, when }) => ({
      subject: 'Your account’s email address was changed',
      before: [
        `The email address of your account was changed on ${instant(when, 'en')}. The change was confirmed from the IP address ${address}.`,
        'If this was you, you don’t need to do anything. If not, undo the change immediately:',
      ],
      links: [{ label: 'Undo the change', address: link }],
      after: [
        'The link works once, within seven days. It restores this address, ends all sessions and invalidates the password; you then set a new one. If the link no longer works, contact the operator of the service.',
      ],
    }),
    account_deleted: ({ address, when }) => ({
      subject: 'Your account was deleted',
      before: [
        `Your account was deleted on ${instant(when, 'en')} from the IP address ${address}. Your name, email address, password and sessions are gone and cannot be restored.`,
        'Credentials that were issued can still be looked up, and the audit log keeps the account’s ID without your name and address.',
      ],
      links: [],
      after: ['If this wasn’t you, contact the operator of the service.'],
    }),
    organization_closed: ({ organization, credentials, address, when }) => ({
      subject: 'Your organization was closed',
      before: [
        `The organization “${organization}” was closed on ${instant(when, 'en')} from the IP address ${address}. Its keys no longer work, its members no longer have access, and its jobs, results and signed files have been deleted.`,
        credentials === 'kept'
          ? 'Its credentials can still be looked up, but only the operator can revoke them now.'
          : 'Its credentials were revoked.',
      ],
      links: [],
      after: ['This cannot be undone. If no owner intended this, contact the operator of the service.'],
    }),
    invitation: ({ link, organization, inviter, role }) => ({
      subject: `Invitation to ${organization}`,
      before: [`${inviter} invites you to join the organization “${organization}” as ${roleName(role, 'en')}.`],
      links: [{ label: 'View invitation', address: link }],
      after: ['If you don’t know who sent this, you can ignore this email.'],
    }),
    new_device: ({ device, address, when, link }) => ({
      subject: 'New sign-in to your account',
      before: [
        `Somebody signed in to your account on ${instant(when, 'en')} from the IP address ${address}.`,
        `Browser or program, as it identifies itself: ${device === '' ? 'none given' : device}`,
        'Your account has not been used with this program from this address before.',
      ],
      links: [{ label: 'See where you’re signed in', address: link }],
      after: [NOT_YOU],
    }),
    recovery_code_used: ({ left, address, when, link }) => ({
      subject: 'A recovery code was used',
      before: [
        `A recovery code for your account was used on ${instant(when, 'en')} from the IP address ${address}. Unused codes left: ${left}.`,
        'If you no longer have your authenticator app, turn off two-factor authentication, which takes another recovery code, and set it up again.',
      ],
      links: [{ label: 'Open your account', address: link }],
      after: [NOT_YOU],
    }),
    key_created: ({ organization, maker, name, prefix, mode, may_revoke, address, when, link }) => ({
      subject: `New API key in ${organization}`,
      before: [
        `${maker} created an API key for the organization “${organization}” on ${instant(when, 'en')} from the IP address ${address}.`,
        `Name: ${name}. Begins with: ${prefix}. Mode: ${mode}.${may_revoke ? ' It may revoke credentials.' : ''}`,
      ],
      links: [{ label: 'View keys', address: link }],
      after: [
        'If this key should not exist, revoke it immediately and ask the person who created it to set a new password.',
      ],
    }),
    webhook_disabled: ({ organization, url, reason, when, link }) => ({
      subject: `Webhook disabled in ${organization}`,
      before: [
        `A webhook of the organization “${organization}” was disabled on ${instant(when, 'en')}. Its address: ${url}`,
        reason === 'gone'
          ? 'It answered with the status 410, which means that it wants to receive nothing more.'
          : 'For five days, every attempt to deliver an event to it failed.',
        'Events that were not delivered wait for some days. Once the receiver works again, enable the webhook and they will be sent.',
      ],
      links: [{ label: 'Open the dashboard', address: link }],
      after: [],
    }),
    price_changed: ({ organization, plan, before, amount, when, link }) => ({
      subject: `New price of the plan of ${organization}`,
      before: [
        `The plan ${plan} of the organization “${organization}” renews automatically on ${instant(when, 'en')}. From then on it costs CNY ${amount} a month instead of CNY ${before}.`,
      ],
      links: [{ label: 'Open the dashboard', address: link }],
      after: ['If you do not want this, switch automatic renewal off before that date.'],
    }),
    renewal_short: ({ organization, plan, amount, balance, when, link }) => ({
      subject: `The balance of ${organization} is too low to renew its plan`,
      before: [
        `The plan ${plan} of the organization “${organization}” is to be renewed on ${instant(when, 'en')} for CNY ${amount}. The balance is CNY ${balance}.`,
        'Recharge the balance before that date. Otherwise only what the free plan includes can be used afterwards.',
      ],
      links: [{ label: 'Open the dashboard', address: link }],
      after: [],
    }),
    books_unbalanced: ({ findings, more, when, link }) => ({
      subject: 'The books are not right',
      before: [
        `The check of the books found on ${instant(when, 'en')} what it had not found before. Each rule is named with how often it is broken:`,
        ...foundEn(findings, more),
        'No money is paid out until a check finds nothing. Nothing was repaired: somebody has to find the cause.',
      ],
      links: [{ label: 'Open administration', address: link }],
      after: ['GET /v1/admin/finance says where. You will be told again only of what is new.'],
    }),
    payments_differ: ({ findings, more, when, link }) => ({
      subject: 'Payments differ from the gateway',
      before: [
        `The comparison with the payment gateway found on ${instant(when, 'en')} what it had not found before:`,
        ...foundEn(findings, more),
        'Nothing was reversed. Look at these payments at the gateway, and decide.',
      ],
      links: [{ label: 'Open administration', address: link }],
      after: ['GET /v1/admin/finance says what waits for you. You will be told again only of what is new.'],
    }),
    owner_changed: (values) => ({
      subject: `Change of owners: ${values.organization}`,
      before: [
        ownerSentence(values),
        `The change was made on ${instant(values.when, 'en')} from the IP address ${values.address}.`,
      ],
      links: [{ label: 'View members', address: values.link }],
      after: ['If this should not have happened, change it back immediately, or contact the operator if you can’t.'],
    }),
  },
  footer: (host) => `You are receiving this email because of your Revera account or an invitation (${host}).`,
};
