import { expect, it } from 'vitest';
import { describeWithRadosGateway } from './rados-gateway.ts';

describeWithRadosGateway('the RADOS Gateway', (gateway) => {
  it('holds buckets and refuses strangers', async () => {
    await gateway().createBucket('first');
    expect(await gateway().entries('first')).toEqual([]);
    const answer = await fetch(`${gateway().url}/first/anything`, { method: 'PUT', body: 'x' });
    expect(answer.status).toBe(403);
  });

  it('tells when a bucket cannot be made', async () => {
    await expect(gateway().createBucket('No Name')).rejects.toThrow('No bucket was made: 40');
  });
});
