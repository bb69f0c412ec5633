import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands/index.ts';
import { runInProcess } from './testing/fake-context.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

describe('runProgram', () => {
  it.each<[string, string[], string]>([
    ['no command', [], 'Usage: revera'],
    ['an unknown command', ['frobnicate'], "Unknown command 'frobnicate'"],
    ['half a command', ['trust'], 'Incomplete command; there are trust import, trust list, trust refresh'],
    ['an unknown second word', ['keys', 'eat'], "Unknown command 'keys eat'; there are keys create"],
    ['an unknown option', ['verify', '--nope', 'a.jpg'], "Unknown option '--nope'"],
    ['an option without its value', ['verify', 'a.jpg', '--lang'], "Option '--lang <value>' argument missing"],
    ['no file', ['verify'], 'Name a file or a folder'],
    ['two forms of output', ['verify', 'a', '--json', '--crjson'], '--json and --crjson exclude each other'],
    ['an unknown language', ['verify', 'a', '--lang', 'fr'], "--lang takes en, zh-CN; not 'fr'"],
    ['an unknown requirement', ['verify', 'a', '--require', 'luck'], "--require takes verified; not 'luck'"],
    ['an unknown colour', ['verify', 'a', '--color', 'red'], '--color takes auto, always, never'],
    ['a time without a zone', ['verify', 'a', '--at', '2026-01-01T00:00:00'], '--at takes a time such as'],
    ['a day that is none', ['verify', 'a', '--at', '2026-02-30T00:00:00Z'], '--at takes a time such as'],
    ['no threads', ['verify', 'a', '--jobs', '0'], '--jobs takes a whole number from 1 to 64'],
    ['too many threads', ['verify', 'a', '--jobs', '65'], '--jobs takes a whole number from 1 to 64'],
    ['no time', ['verify', 'a', '--timeout', '1e3'], '--timeout takes a whole number'],
    ['a list without a file', ['verify', 'a', '--trust-list', 'c2pa'], '--trust-list takes NAME=FILE'],
    [
      'an unknown list',
      ['verify', 'a', '--trust-list', 'mine=f'],
      '--trust-list takes c2pa, c2pa_tsa, legacy, service',
    ],
    ['an unknown part of a list', ['verify', 'a', '--trust-list', 'c2pa:x=f'], 'knows NAME and NAME:allowed'],
    ['allowed authorities', ['verify', 'a', '--trust-list', 'c2pa_tsa:allowed=f'], 'has no allowed end-entity'],
    ['allowed products', ['verify', 'a', '--trust-list', 'c2pa_products:allowed=f'], 'has no allowed end-entity'],
    [
      'two lists of products',
      ['verify', 'a', '--trust-list', 'c2pa_products=f', '--trust-list', 'c2pa_products=g'],
      'names the list c2pa_products twice',
    ],
    ['a list that is absent', ['verify', 'a', '--trust-list', 'c2pa=/nowhere/f'], 'cannot be read (ENOENT)'],
    ['lists and none', ['verify', 'a', '--trust-list', 'c2pa=f', '--no-trust-lists'], 'exclude each other'],
    ['two files to inspect', ['inspect', 'a', 'b'], "Unexpected argument 'b'"],
    ['an import without a name', ['trust', 'import', 'f'], '--list is missing'],
    ['an import without a file', ['trust', 'import', '--list', 'c2pa'], 'The file of the list is missing'],
    ['a key without a mode', ['keys', 'create', '--name', 'n'], '--mode is missing'],
    ['a key without a name', ['keys', 'create', '--mode', 'test', '--name', ' '], '--name is missing'],
    ['an empty scope', ['keys', 'create', '--mode', 'test', '--name', 'n', '--scopes', 'a,,b'], '--scopes takes'],
    ['no key to revoke', ['keys', 'revoke'], 'The ID of the key is missing'],
    ['no address', ['admin', 'create'], 'The address is missing'],
    ['a suspension without a reason', ['admin', 'suspend', 'org_1'], '--reason is missing'],
    ['an unknown role', ['serve', '--role', 'boss'], '--role takes all, api, worker'],
    ['a surplus argument', ['keys', 'list', 'x'], "Unexpected argument 'x'"],
  ])('answers 2 and one line of stderr to %s', async (_, argv, message) => {
    const { exit, stdout, stderr } = await runInProcess(argv);
    expect(exit).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });

  it('shows hostile arguments escaped', async () => {
    const { stderr } = await runInProcess(['\u001B[31mred']);
    expect(stderr).toBe("revera: Unknown command '\\u{1b}[31mred'; revera --help lists all\n");
  });

  it.each(COMMANDS.map(({ name }) => name))('%s --help shows its options and an example', async (name) => {
    const { exit, stdout } = await runInProcess([...name.split(' '), '--help']);
    expect(exit).toBe(0);
    expect(stdout).toContain(`Usage: revera ${name}`);
    expect(stdout).toContain(`Examples:\n  `);
    expect(stdout).toContain('--json');
  });

  it('--help lists every command, also of a group', async () => {
    const { stdout } = await runInProcess(['--help']);
    const width = Math.max(...COMMANDS.map(({ name }) => name.length));
    for (const { name, summary } of COMMANDS) expect(stdout).toContain(`  ${name.padEnd(width)}  ${summary}`);
    expect((await runInProcess(['keys', '--help'])).stdout).not.toContain('verify  ');
  });

  it('--version names the version', async () => {
    expect((await runInProcess(['--version'])).stdout).toMatch(/^revera \d+\.\d+\.\d+\n$/);
  });

  it('takes --help behind -- for a file', async () => {
    const { exit, stderr } = await runInProcess(['verify', '--no-trust-lists', '--', '--help']);
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: 'revera: --help: cannot be read: no such file\n' });
  });

  it('tells an internal error in one line and answers 1; the place only on demand', async () => {
    const server = { listKeys: async () => Promise.reject(new Error('boom\nat night')) };
    const { exit, stderr } = await runInProcess(['keys', 'list'], { server });
    expect(exit).toBe(1);
    expect(stderr).toBe('revera: internal error: boom\\u{a}at night (REVERA_DEBUG=1 prints more)\n');
    const debug = await runInProcess(['keys', 'list'], { server, env: { REVERA_DEBUG: '1' } });
    expect(debug.stderr).toContain('program.test.ts');
  });

  it('refuses a file that is no trust list before the server is asked', async () => {
    const folder = temporaryFolder({ 'list.pem': 'no certificates here' });
    const { exit, stderr } = await runInProcess(['trust', 'import', '--list', 'c2pa', `${folder}/list.pem`]);
    expect(exit).toBe(2);
    expect(stderr).toContain('cannot be used as the list c2pa: neither a PEM bundle nor a JSON trust list');
  });
});
