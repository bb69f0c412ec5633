import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTripwireServer } from './tripwire-server.ts';

describe('tripwire server', () => {
  it('has seen nothing until someone connects, and then also one that says nothing', async () => {
    const tripwire = await startTripwireServer();
    try {
      expect(tripwire.requests).toEqual([]);
      const silent = connect(tripwire.port, '127.0.0.1');
      await once(silent, 'connect');
      await expect.poll(() => tripwire.requests.length).toBe(1);
      await expect(fetch(`${tripwire.url}/secret`, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
      await expect.poll(() => tripwire.requests[1]?.received).toContain('GET /secret HTTP/1.1');
      silent.destroy();
    } finally {
      await tripwire.close();
    }
  });
});
