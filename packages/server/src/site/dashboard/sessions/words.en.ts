import type { SessionsWords } from './words.zh-cn.ts';

export const SESSIONS_EN: SessionsWords = {
  title: 'Sessions',
  lead: 'Browsers and programs signed in to your account. If you don’t recognize one, end it and change your password.',
  current: 'This session',
  unknownDevice: 'Unnamed program',
  on: (browser, system) => `${browser} on ${system}`,
  more: 'As the program names itself',
  started: 'Started',
  seen: 'Last used',
  ends: 'Ends by',
  end: 'End',
  endLabel: (device) => `End session: ${device}`,
  endOthers: 'End all other sessions',
  only: 'This is your only session.',
};
