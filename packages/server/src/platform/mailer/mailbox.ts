import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { errorCode } from '../system-error.ts';
import { composeOptions } from './compose.ts';
import type { Mailer } from './mailer.ts';
import { readMessage, type ReadMessage } from './read-message.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const ENDING = '.eml';
/** The characters of an identifier; a file's name is never a path. */
const NAME = /^[\w-]{1,100}$/;

/** A mail of the development mailbox. */
export interface MailboxEntry {
  /** The part of the Message-ID before the @ sign: the mail's identifier. */
  name: string;
  message: ReadMessage;
}

/**
 * Writes each mail, exactly as it would have been sent, to its own file, named by its Message-ID: a repetition replaces it, as
 * mail programs show only one of two with the same Message-ID.
 */
export function mailboxMailer(folder: string): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      const name = /^<([^@<>]+)@/.exec(mail.messageId)?.[1] ?? '';
      if (!NAME.test(name)) throw new TypeError('a Message-ID that names no mail');
      const { message } = await transport.sendMail(composeOptions(mail));
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      const unfinished = join(folder, `${name}.${randomBytes(6).toString('hex')}.tmp`);
      await writeFile(unfinished, message, { mode: PRIVATE_FILE, flag: 'wx' });
      await rename(unfinished, join(folder, name + ENDING));
    },
    close: () => Promise.resolve(),
  };
}

/** The newest mails first. */
export async function listMailbox(folder: string, limit: number): Promise<MailboxEntry[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -4));
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name + ENDING))).mtimeMs })),
  );
  const newest = files.toSorted((a, b) => b.at - a.at || b.name.localeCompare(a.name)).slice(0, limit);
  return Promise.all(newest.map(async ({ name }) => ({ name, message: await read(folder, name) })));
}

export async function findInMailbox(folder: string, name: string): Promise<MailboxEntry | undefined> {
  if (!NAME.test(name)) return undefined;
  try {
    return { name, message: await read(folder, name) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function read(folder: string, name: string): Promise<ReadMessage> {
  return readMessage(await readFile(join(folder, name + ENDING)));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // The folder is made with the first mail.
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
