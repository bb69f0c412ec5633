const KIB = 1024;
const MIB = 1024 * KIB;

/** Every bound of the engine, in one place. Bytes, counts and depths; what breaks one is refused, never cut to fit. */
export const LIMITS = {
  /** All that deciding a file's type may read: one window at the start and a few short reads elsewhere. */
  sniffBytes: 64 * KIB,
  sniffHeadBytes: 32 * KIB,
  /** Boxes passed over in search of a file type box, and ID3 tags one behind the other. */
  sniffSkips: 8,
  /** Entries of the first TIFF directory that are looked at for the DNG mark. */
  sniffTiffEntries: 1024,
  /** Zeros and junk that writers leave between an ID3 tag and the first audio frame. */
  sniffAudioGapBytes: 4 * KIB,
  /** A PDF header may be preceded by other bytes (ISO 32000-1, implementation note 13). */
  sniffPdfHeaderBytes: 1024,

  manifestStoreBytes: 64 * MIB,
  /** Deep nesting has crashed readers by stack overflow (c2pa-rs #1966); real stores nest 5 deep. */
  jumbfDepth: 32,
  jumbfBoxes: 100_000,
  jumbfLabelBytes: 4 * KIB,
  /** How far into a file, and in what pieces, a manifest store is looked for when its container cannot be read. */
  storeSearchBytes: 1024 * MIB,
  storeSearchWindowBytes: MIB,

  cborDepth: 64,
  /** A claim signature with its chain, time stamps, revocation answers and padding; real ones are below 40 KiB. */
  claimSignatureBytes: 2 * MIB,
  chainCertificates: 16,
  certificateBytes: 64 * KIB,

  /** Pixels that are decoded of one image; a file of some bytes can claim very many. */
  decodedPixels: 100_000_000,
  /**
   * Of formats whose decoder may hold the picture whole: an interlaced PNG up to 8 bytes a pixel, a TIFF of one strip 16,
   * an AVIF about 18 (measured). Keeps each below some 400 MB.
   */
  decodedPixelsWhole: 50_000_000,
  decodedPixelsTiff: 24_000_000,
  decodedPixelsAvif: 16_000_000,
  /** Pixels of a picture that is held against its signed copy: up to four bytes each lie in memory, beside the decoder's. */
  comparedPixels: 32_000_000,
  thumbnailPixels: 512,
  /** 512 by 512 pixels of noise at our quality take 163 KiB. */
  thumbnailBytes: 512 * KIB,
  thumbnailSeconds: 10,
  /** The start of the process that makes it, and the making, each. */
  thumbnailProcessMs: 15_000,

  /** Pictures that manifests carry and that are copied, of one file; a history of eight files has 18. */
  embeddedThumbnails: 24,
  /** As they stand in the manifest store: real ones take 8 to 320 KB, a PNG of 1024 by 1024 pixels 1.3 MB. */
  embeddedThumbnailBytes: 2 * MIB,
  embeddedThumbnailsBytes: 8 * MIB,
  /** Manifests and ingredients that are looked at in search of them. */
  embeddedThumbnailReferences: 1_000,
  /** 2048 by 2048; of an AVIF, which takes five times as long and four times the memory, 1024 by 1024. */
  embeddedThumbnailPixels: 4 * MIB,
  embeddedThumbnailPixelsAvif: MIB,
  /** A copy as it is kept. Photographs take 10 KB at our quality, noise 41. */
  thumbnailCopyPixels: 256,
  thumbnailCopyBytes: 32 * KIB,
  /** One picture; the largest that is allowed takes 0.1 s. The decoder's own bound, and that of the process. */
  thumbnailCopySeconds: 1,
  thumbnailCopyMs: 2_000,
  /** All pictures of one file, with their wait; what is not copied by then goes without. */
  thumbnailCopiesMs: 5_000,
  /** Files whose pictures wait for one process: at 15 ms a file, half a second. */
  thumbnailCopyQueue: 32,

  /**
   * A time stamp with its authority's chain: 4 to 7 KiB from public authorities. A signature reserves room for one before
   * it is asked for, so what is larger could not be embedded.
   */
  timeStampTokenBytes: 12 * KIB,
  /** An OCSP answer, with a delegated responder's certificate: 0.5 to 3 KiB from public responders. */
  ocspResponseBytes: 16 * KIB,
  /** Of one claim signature that is read. Signers write one; each costs a check of its own signature. */
  timeStampTokens: 4,
  ocspResponses: 4,
  /** A time stamp of whoever made it: the largest of the public authorities' is 7 KiB. */
  readTimeStampBytes: 64 * KIB,
  /** ASN.1 of a time stamp or an OCSP answer; real ones nest 12 deep, and readers recurse. */
  asn1Depth: 32,

  trustListBytes: 8 * MIB,
  trustListCertificates: 5_000,

  /** What is read of a file at once when a short header is asked for, so that its neighbours cost no further call. */
  mediaReadAheadBytes: KIB,
  /**
   * What looking for metadata may cost in one file, all structures together. Work is counted and not timed, so that the
   * same file gives the same facts on every machine. Real files stay below a tenth of each.
   */
  mediaReadBytes: 24 * MIB,
  /** Segments, chunks, boxes, tags, directory entries, objects, pages. */
  mediaSteps: 60_000,
  mediaInflatedBytes: 8 * MIB,
  mediaItems: 2_000,
  mediaItemsBytes: 16 * MIB,
  /** One piece of metadata; XMP packets of layered pictures reach some megabytes. */
  mediaItemBytes: 4 * MIB,
  /** Content that no kind describes: what names a device is short, the rest is thumbnails and sensor data. */
  mediaOpaqueBytes: 64 * KIB,
  /** Boxes in boxes, directories behind directories, PDF references that lead on. */
  mediaDepth: 32,
  /** Cross-reference sections of one PDF: each saved change adds one, and forms that are signed in turn have dozens. */
  mediaPdfRevisions: 1_024,
  /** Where the objects of a PDF with a damaged cross-reference are looked for: this much at its end, and as much at its start. */
  mediaPdfSearchBytes: 4 * MIB,
  /** Text documents are read up to here; front matter stands at the head, but real files are concatenations. */
  textScanBytes: 4 * MIB,
  /** XML parts of one document in a ZIP file, together: properties take kilobytes, the lists of large books a megabyte. */
  xmlZipPartsBytes: 2 * MIB,
  /** XMP, SVG and the XML parts of office documents. */
  xmlDepth: 64,
  xmlNodes: 40_000,
  /** Names of nested XMP properties together; every value repeats them. */
  xmlPathChars: KIB,
  /** Problems that a reading repeats one by one. */
  mediaProblems: 50,

  /** One China AIGC label as it stands in the file; real ones have 200 bytes to 4 KiB. */
  labelBytes: MIB,
  /** JSON in JSON, objects in objects, entities of entities. */
  labelDepth: 4,
  labelEntityRounds: 3,
  /** Braces in braces; a reserved code that is written as an object nests 7 deep. */
  labelJsonDepth: 32,
  /** A label as YAML: its parser takes 2 to 10 milliseconds for each 1,000 signs, and fails the process at deep nesting. */
  labelYamlBytes: 64 * KIB,
  labelYamlSigns: 1_000,
  labelYamlBlocks: 8,
  /** Text that is no JSON is unescaped and tried again up to this size; each round copies all of it. */
  labelRepairChars: 64 * KIB,
  /** Labels that are reported of one file. */
  labelSites: 16,
  /** What a report repeats of a label's text, and of each value. */
  labelRawChars: 8 * KIB,
  labelValueChars: 4 * KIB,
  /** Names of unknown members and of misspelt keys. */
  labelExtraNames: 32,
  labelNameChars: 200,
  /** GB 45438 gives no numbers; these are what this writer allows, and beyond which a label gets a warning. */
  labelWriteValueChars: 1024,
  labelWriteBytes: 8 * KIB,
  /** What copying a file with changes takes at once. */
  copyPieceBytes: MIB,
  /** Elliptic curve checks in the labels of one file, about 4 ms each; a label with a real signature takes one or two. */
  labelSignatures: 4,
  /** Signatures and keys that are looked at in one piece of security data; real ones hold one of each. */
  labelSecurityItems: 8,
  /** What a finding repeats of the file's text, and how many members it names, so that a name cannot fill the report. */
  labelFindingChars: 200,
  labelFindingNames: 7,

  /** Texts of one file that the rules for vendors look at, and pieces of evidence of each kind that are reported. */
  vendorFields: 4_000,
  vendorEvidenceOfKind: 8,
  /** Names of makers, devices, models and programs as they are shown; longer ones are no names. */
  vendorValueChars: 64,
  vendorNameChars: 100,

  /** Hard upper bound of one engine's WASM memory; beyond it the engine traps and its thread is replaced. */
  engineMemoryBytes: 512 * MIB,
  /** WASM memory never shrinks: a thread that has grown past this is replaced after the file that made it grow. */
  engineMemoryKeepBytes: 192 * MIB,
  /** What the engine gets of a large file at once; it asks for far more and keeps two copies of what it gets. */
  enginePieceBytes: MIB,
  /**
   * Steps that the engine may take to lay out the boxes of a file: over each box that stands before another in its container,
   * and what every box costs besides. As many as 16,000 boxes in one container, or 500,000 in all, which takes it 1 to 3
   * seconds. Real files stay below a hundredth; a recording of hours in fragments of seconds has 10,000 boxes side by side.
   */
  engineBoxSteps: 128 * MIB,
  engineBoxOwnSteps: 256,
  /** The engine takes a blob up to this size whole; the number is a constant inside it. */
  engineWholeFileBytes: 50 * MIB,
  /**
   * What the engines of a pool may be estimated to need together, so that several large files at once cannot take the
   * host's memory: the next one waits until the others leave room.
   */
  poolEngineBytes: 320 * MIB,
  threadHeapMegabytes: 512,
  /** How many smaller files may pass a waiting large one; after that it is its turn. */
  poolPasses: 16,
  /** Files that may wait for an analysis thread: of those with a name, for each share, and of the others. */
  poolQueue: 1_000,
  poolQueueAnonymous: 200,
  /** Between one anonymous file and the next that takes its place: 40 small files a second, and no delay of a single one. */
  poolAnonymousRestMs: 20,
  /** The longest rest after one that took long while callers with keys were served. */
  poolAnonymousRestMaxMs: 5_000,

  /** What a report repeats of a manifest; the rest stays in the crJSON. */
  factListItems: 1_000,
  factTextChars: 2_000,
  crjsonChars: 8 * MIB,

  /** Records of the list of conforming products; it had 174 in August 2026. */
  conformingProducts: 10_000,
  /** One text of a record, and how many signals one may be forbidden. */
  conformingProductChars: 500,
  conformingProductSignals: 64,
  /** Generators, assertions that name one, and templates of actions in one manifest: real ones have at most four. */
  factGenerators: 16,
  factNamingAssertions: 16,
  factActionTemplates: 32,
  /** A name or version of a generator, model or device as a report repeats it. */
  factNameChars: 200,

  /** How far ingredients are followed from the active manifest; real histories are below ten deep. */
  lineageDepth: 64,
  lineageManifests: 1_000,
  /** A source or model that is published: longer names are no names. */
  sourceNameChars: 64,
  /** Words of a claim generator's text that are looked at; real ones name a product and up to three toolkits. */
  generatorWords: 12,

  /** The beginning of a maker's note, or of a maker's box that is too large to be given whole: it names the maker. */
  makerHeadBytes: 64,
  /** Texts of one IPTC-IIM record that are given; real ones have about ten. */
  iptcTexts: 64,
  /** Entries of one Samsung trailer, and bytes of one of their names; real ones have some twenty and some thirty. */
  samsungTrailerEntries: 64,
  samsungTrailerNameBytes: 256,

  /** Pixels of a PNG that are decoded here to check a signature over them, at up to 7 bytes a pixel; real ones have 1 to 3 million. */
  pngPixels: 16 * MIB,
  /** The first rows of a PNG that are looked at for a mark: 120 rows, 8,192 pixels of 4 bytes wide. */
  pngStartBytes: 4 * MIB,
  /** What may come along when as much of a PNG is decompressed as its first rows can take; deflate makes a thousand of one. */
  pngStartInflatedBytes: 16 * MIB,
  /** JSON that a generator embeds, one piece and all of a file; large graphs with their editor's layout reach 1 MiB. */
  vendorPayloadChars: 2 * MIB,
  vendorPayloadsChars: 4 * MIB,
  /** Objects in objects; graphs with subgraphs nest some 12 deep. */
  vendorJsonDepth: 64,
  /** The end of an infotext, and of one line of it, that is looked at; settings stand last and take some kilobytes. */
  vendorInfotextChars: 64 * KIB,
  /** Nodes of a graph that are kept, and nodes that are visited on the way to its model. */
  vendorGraphNodes: 10_000,
  vendorGraphSteps: 200,
  /** Marks of fixed form; a signature in base64 is the longest. */
  vendorMarkChars: 8 * KIB,
  /** A model's path that is looked at, and what a report repeats of its name. */
  vendorModelPathChars: KIB,
  vendorModelChars: 64,
} as const;
