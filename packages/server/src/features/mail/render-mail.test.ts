import { describe, expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';
import { isMailTemplate, MAIL_VALUES } from './schemas.ts';
import { ADDRESS, SECRET, TEST_LANGUAGES, TEST_MAILS, TEST_TEMPLATES } from './test-mails.ts';

const CASES = TEST_TEMPLATES.flatMap((template) => TEST_LANGUAGES.map((language) => ({ template, language })));
const invitation = (change: Partial<typeof TEST_MAILS.invitation>) =>
  renderMail('invitation', 'en', { ...TEST_MAILS.invitation, ...change }, ADDRESS);

describe('renderMail', () => {
  it('is tested with every template', () => {
    expect(Object.keys(MAIL_VALUES).toSorted()).toEqual([...TEST_TEMPLATES].toSorted());
    expect(isMailTemplate('toString')).toBe(false);
  });

  it.each(CASES)('words $template in $language, as text and as HTML', ({ template, language }) => {
    const mail = renderMail(template, language, TEST_MAILS[template], ADDRESS);
    expect(mail.subject).toMatch(/^[^\r\n]{4,80}$/);
    expect(/\p{Script=Han}/u.test(mail.subject)).toBe(language === 'zh-CN' || template === 'invitation');
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.html).not.toMatch(/<script|<style|<img|http-equiv/);
    expect(mail.text).toContain('(revera.example)'.replaceAll(/[()]/g, language === 'en' ? '$&' : ''));
    const values: Readonly<Record<string, unknown>> = TEST_MAILS[template];
    for (const [name, value] of Object.entries(values)) {
      if (!name.endsWith('link')) continue;
      expect(mail.text.split('\n')).toContain(value);
      expect(mail.html).toContain(`href="${String(value).replaceAll('&', '&amp;')}"`);
    }
    expect(mail.text).not.toContain('undefined');
  });

  it('names who, what and as what', () => {
    const { subject, text, html } = invitation({});
    expect(subject).toBe('Invitation to 北京 & Söhne');
    expect(text).toContain('Zoë <Q> invites you to join the organization “北京 & Söhne” as developer.');
    expect(html).toContain('Zoë &lt;Q&gt; invites you to join the organization “北京 &amp; Söhne” as developer.');
    expect(renderMail('invitation', 'zh-CN', TEST_MAILS.invitation, ADDRESS).text).toContain(
      'Zoë <Q> 邀请你以开发者身份加入组织“北京 & Söhne”。',
    );
    expect(invitation({ role: 'stranger' }).text).toContain('as stranger.');
    expect(renderMail('password_changed', 'en', TEST_MAILS.password_changed, ADDRESS).text).toContain(
      'on November 20, 2026 at 8:00 AM UTC from the IP address 198.51.100.7.',
    );
    const off = { ...TEST_MAILS.two_factor_changed, state: 'off' };
    expect(renderMail('two_factor_changed', 'zh-CN', off, ADDRESS).subject).toBe('双重验证已关闭');
  });
});

describe('a hostile name', () => {
  it('ends no line and no element', () => {
    const organization = 'A\r\nBcc: x@evil.example\u2028\u0000<img src=x onerror="y">\'';
    const { subject, text, html } = invitation({ organization, inviter: '</p><a href="https://evil.example">' });
    expect(subject).toBe('Invitation to A Bcc: x@evil\u2024example <img src=x onerror="y">\'');
    expect(html).not.toMatch(/<img|<a href="https:\/\/evil/);
    expect(text.split('\n').some((line) => line.startsWith('Bcc'))).toBe(false);
  });

  it('turns no direction, and is cut', () => {
    const { subject } = invitation({ organization: `a\u202eb\u2066c${'x'.repeat(1_000)}` });
    expect(subject).toBe(`Invitation to abc${'x'.repeat(197)}`);
  });

  it('is no link: only ours are', () => {
    const { text, html } = invitation({
      organization: 'Win at https://evil.example/now or www.evil.example',
      inviter: 'someone@example.com',
    });
    const links = `${text}${html}`.match(/(?:https?:\/\/|www\.)[^\s"<]+/g) ?? [];
    expect(new Set(links.map((found) => new URL(found).origin))).toEqual(new Set([ADDRESS]));
    expect(text).not.toContain('evil.example');
    expect(text).toContain('someone@example.com invites you');
  });
});

describe('what is not worded', () => {
  it.each([
    ['a link elsewhere', 'verify_email', { link: `https://evil.example/?token=${SECRET}` }],
    ['a link to a name that begins like ours', 'verify_email', { link: `${ADDRESS}.evil.example/` }],
    ['a link to a user of ours', 'verify_email', { link: 'https://revera.example@evil.example/' }],
    ['a script', 'verify_email', { link: 'javascript:alert(1)' }],
    ['another port', 'verify_email', { link: `${ADDRESS}:8443/` }],
    ['http for https', 'verify_email', { link: 'http://revera.example/' }],
    ['no link', 'verify_email', {}],
    ['a template nobody knows', 'constructor', {}],
    ['the values of another template', 'invitation', TEST_MAILS.verify_email],
    ['no values', 'verify_email', null],
  ])('%s', (_what, template, payload) => {
    expect(() => renderMail(template, 'en', payload, ADDRESS)).toThrow();
  });
});
