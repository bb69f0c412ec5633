import type { Socket } from 'node:net';

/**
 * Sends a last answer and ends the connection, even when the client goes on sending and never ends its own side. It waits a
 * moment before closing: closing a socket with unread bytes makes the kernel send a reset, which can destroy the answer before it
 * is read.
 */
export function cutOff(socket: Socket, lastWord: string, lingerMs: number): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => {
    clearTimeout(timer);
  });
  socket.end(lastWord);
}

/** An answer without the framework, and so without a body. */
export function bareAnswer(status: string, requestIds: Readonly<Record<string, string>>): string {
  const headers = Object.entries(requestIds).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${headers.join('')}Content-Length: 0\r\nConnection: close\r\n\r\n`;
}
