/** Identifiers of ASF objects as written in the file, in hexadecimal (Advanced Systems Format 1.2, chapter 10). */
export const ASF_OBJECTS = {
  header: '3026b2758e66cf11a6d900aa0062ce6c',
  headerExtension: 'b503bf5f2ea9cf118ee300c00c205365',
  contentDescription: '3326b2758e66cf11a6d900aa0062ce6c',
  extendedContentDescription: '40a4d0d207e3d21197f000a0c95ea850',
  metadata: 'eacbf8c5af5b77488467aa8c44fa4cca',
  metadataLibrary: '941c23449894d149a1411d134e457054',
  /** Adobe's object for XMP (XMP part 3, §1.1.10). */
  xmp: 'cbcf7abea997e8429c71999491e3afac',
} as const;
