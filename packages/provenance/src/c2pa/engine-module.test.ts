import { describe, expect, it } from 'vitest';
import { boundMemory, compileEngineModule } from './engine-module.ts';

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const module = (...sections: number[][]): Uint8Array => Uint8Array.from([...HEADER, ...sections.flat()]);
const TYPES = [0x01, 0x01, 0x00];
const memory = (...content: number[]): number[] => [0x05, content.length, ...content];

describe('the bound on the memory of the engine', () => {
  it('is written into a module without one, and everything else stays', () => {
    const custom = [0x00, 0x02, 0x01, 0x78];
    const bounded = boundMemory(module(TYPES, memory(1, 0, 50), custom), 8192);
    expect([...bounded]).toEqual([...HEADER, ...TYPES, ...memory(1, 1, 50, 0x80, 0x40), ...custom]);
  });

  it('replaces a larger one', () => {
    const bounded = boundMemory(module(memory(1, 1, 2, 0x80, 0x80, 0x04)), 16);
    expect([...bounded]).toEqual([...HEADER, ...memory(1, 1, 2, 16)]);
  });

  it('is refused where it cannot hold', () => {
    expect(() => boundMemory(module(TYPES), 16)).toThrow('defines no memory');
    expect(() => boundMemory(module(memory(1, 3, 1, 2)), 16)).toThrow('cannot be bounded');
    expect(() => boundMemory(module(memory(2, 0, 1, 0, 1)), 16)).toThrow('cannot be bounded');
    expect(() => boundMemory(module(memory(1, 0, 50)), 49)).toThrow('more memory than its bound');
    expect(() => boundMemory(module([0x05, 0x80, 0x80, 0x80, 0x80, 0x80]), 16)).toThrow('damaged');
  });

  it('is accepted by WebAssembly for the real engine', async () => {
    expect(Object.prototype.toString.call((await compileEngineModule()).module)).toBe('[object WebAssembly.Module]');
  });
});

describe('the compiled engine', () => {
  it('is the same for every pool with the same bound, and another for another bound', async () => {
    const one = await compileEngineModule();
    expect(await compileEngineModule()).toBe(one);
    const bound = one.memoryMaximumBytes / 2;
    const other = await compileEngineModule({ memoryMaximumBytes: bound });
    expect([other.memoryMaximumBytes, other.module === one.module]).toEqual([bound, false]);
  });

  it('is not kept when what it may be changed by is given', async () => {
    const changed = await compileEngineModule({ findKnown: () => undefined });
    expect(changed.cryptography.kind).toBe('in_engine');
    expect((await compileEngineModule()).cryptography.kind).toBe('native');
  });

  it('is compiled anew after a failure', async () => {
    const memoryMaximumBytes = 1;
    const failing = compileEngineModule({ memoryMaximumBytes });
    await expect(failing).rejects.toThrow('more memory than its bound');
    const again = compileEngineModule({ memoryMaximumBytes });
    expect(again).not.toBe(failing);
    await expect(again).rejects.toThrow('more memory than its bound');
  });
});
