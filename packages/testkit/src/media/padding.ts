/** Asks a builder for a file of an exact size, filled up in the way its format has for it. */
export interface SizeOption {
  /** Size of the whole file, in bytes. By default as small as possible. */
  sizeBytes?: number;
}

/** How much padding makes a file of `actualBytes` as large as wanted. */
export function missingBytes(options: SizeOption, actualBytes: number): number {
  const missing = (options.sizeBytes ?? actualBytes) - actualBytes;
  if (missing < 0) throw new RangeError(`${options.sizeBytes} bytes wanted, the smallest file has ${actualBytes}`);
  return missing;
}

/** Padding for a container whose padding element has a fixed head: its content, or a refusal when the head does not fit. */
export function paddingContent(missing: number, headBytes: number): Uint8Array | undefined {
  if (missing === 0) return undefined;
  if (missing < headBytes) throw new RangeError(`${missing} bytes are missing, padding takes at least ${headBytes}`);
  return new Uint8Array(missing - headBytes);
}
