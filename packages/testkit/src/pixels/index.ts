export * from './bayer.ts';
export * from './codecs.ts';
export * from './drawing.ts';
export * from './fractions.ts';
export * from './photograph.ts';
export * from './picture.ts';
export * from './resample.ts';
