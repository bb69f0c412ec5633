import { describe, expect, it } from 'vitest';
import { linksFrom } from './links.ts';

describe('linksFrom', () => {
  it('asks for the address each time, because it may be known late', () => {
    let address = 'http://127.0.0.1:8080';
    const links = linksFrom(() => address);
    expect(links.credential('cred_1')).toBe('http://127.0.0.1:8080/v/cred_1');
    address = 'https://revera.example';
    expect(links.credential('cred_1')).toBe('https://revera.example/v/cred_1');
    expect(links.thumbnail('job_1', 3)).toBe('https://revera.example/v1/jobs/job_1/thumbnails/3');
    expect(links.asset('cred_1')).toBe('https://revera.example/v1/content/credentials/cred_1/asset');
  });

  it('leads to pages in the language of the reader', () => {
    const links = linksFrom(() => 'https://revera.example');
    expect(links.invitation('en', 't_1-')).toBe('https://revera.example/en/invitation?token=t_1-');
    expect(links.invitation('zh-CN', 't_1-')).toBe('https://revera.example/zh-cn/invitation?token=t_1-');
  });
});
