const KIB = 1024;
const MIB = 1024 * KIB;

/** Every bound of the engine, in one place. Bytes, counts and depths; input that exceeds one is refused, never truncated. */
export const LIMITS = {
  /** All that deciding a file's type may read: one window at the start and a few short reads elsewhere. */
  sniffBytes: 64 * KIB,
  sniffHeadBytes: 32 * KIB,
  /** Boxes skipped in search of a file type box, and consecutive ID3 tags. */
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
  /** CBOR in byte strings of CBOR, and numbers in a row, beyond which the engine gets all anchors; digests have 64 bytes. */
  plainCborDepth: 8,
  plainCborNumbers: 64,
  /** Byte strings up to this length are not looked into: no certificate fits. */
  plainCborBytes: 64,
  /** Parts of names in one manifest store, beyond which the engine gets all anchors; a history of eight files has 120. */
  storeNames: 4_000,
  /** Sets of anchors whose settings are kept: one for each authority that signers have. */
  keptSettings: 64,
  /** A claim signature with its chain, time stamps, revocation answers and padding; real ones are below 40 KiB. */
  claimSignatureBytes: 2 * MIB,
  chainCertificates: 16,
  certificateBytes: 64 * KIB,
  /** Certificates that are kept parsed: those of signers and their authorities come again; real ones have 1 to 2 KiB. */
  keptResults: 256,
  keptInputBytes: 8 * KIB,

  /** Pixels that are decoded of one image; a file of some bytes can claim very many. */
  decodedPixels: 100_000_000,
  /**
   * For formats whose decoder may hold the whole picture: an interlaced PNG up to 8 bytes a pixel, a TIFF of one strip 16, an
   * AVIF about 18 (measured). Keeps each below some 400 MB.
   */
  decodedPixelsWhole: 50_000_000,
  decodedPixelsTiff: 24_000_000,
  decodedPixelsAvif: 16_000_000,
  /** Pixels of a picture that is compared with its signed copy: up to four bytes each, besides the decoder's memory. */
  comparedPixels: 32_000_000,
  thumbnailPixels: 512,
  /** 512 by 512 pixels of noise at our quality take 163 KiB. */
  thumbnailBytes: 512 * KIB,
  thumbnailSeconds: 10,
  /** For starting the process that makes it, and for making it, each. */
  thumbnailProcessMs: 15_000,

  /** The longest side of the preview of a file, and of the picture that stands for it in lists. */
  previewPixels: 960,
  previewSmallPixels: 112,
  /** Photographs take 15 to 120 KB at our quality, noise 400, and 1 to 4 KB in lists. */
  previewBytes: 512 * KIB,
  previewSmallBytes: 16 * KIB,
  /** For decoding one file, and for all that a file's preview may be made of, the wait included. */
  previewMs: 4_000,
  previewsMs: 8_000,
  /** Files whose previews wait for one process: at 50 ms a file, a second. */
  previewQueue: 24,
  /** Memory of the process while it decodes for a preview; it needs 70 MB at rest, and 450 MB for the largest WebP. */
  previewProcessBytes: 768 * MIB,

  /** From the end of a file's inspection to the end of its measurement, the start of a process and any wait included. */
  resolutionMs: 5_000,
  /** Kept of a file's time for all that follows the measurement. */
  resolutionReserveMs: 500,
  /** Pictures of more pixels, whose decoders hold all of them, are decoded so many at a time. */
  resolutionHeavyPixels: 24_000_000,
  resolutionHeavyAtOnce: 2,
  /** Memory of the process that decodes and measures; it needs 70 MB at rest, and 450 MB for the largest WebP. */
  resolutionProcessBytes: 768 * MIB,
  /** Cells of the picture of where the traces are, and pieces of evidence, in one answer of that process. */
  resolutionCells: 4_096,
  resolutionEvidence: 32,

  /** Pictures copied from the manifests of one file; a history of eight files has 18. */
  embeddedThumbnails: 24,
  /** As stored in the manifest: real ones take 8 to 320 KB, a PNG of 1024 by 1024 pixels 1.3 MB. */
  embeddedThumbnailBytes: 2 * MIB,
  embeddedThumbnailsBytes: 8 * MIB,
  /** Manifests and ingredients that are searched for them. */
  embeddedThumbnailReferences: 1_000,
  /** 2048 by 2048; for AVIF, which takes five times as long and four times the memory, 1024 by 1024. */
  embeddedThumbnailPixels: 4 * MIB,
  embeddedThumbnailPixelsAvif: MIB,
  /** The stored copy. Photographs take 10 KB at our quality, noise 41. */
  thumbnailCopyPixels: 256,
  thumbnailCopyBytes: 32 * KIB,
  /** One picture; the largest that is allowed takes 0.1 s. The decoder's own bound, and that of the process. */
  thumbnailCopySeconds: 1,
  thumbnailCopyMs: 2_000,
  /** All pictures of one file, including the wait; those not copied by then are left out. */
  thumbnailCopiesMs: 5_000,
  /** Files whose pictures wait for one process: at 15 ms a file, half a second. */
  thumbnailCopyQueue: 32,

  /**
   * A time stamp with its authority's chain: 4 to 7 KiB from public authorities. A signature reserves room for one before
   * requesting it, so a larger one could not be embedded.
   */
  timeStampTokenBytes: 12 * KIB,
  /** An OCSP answer, with a delegated responder's certificate: 0.5 to 3 KiB from public responders. */
  ocspResponseBytes: 16 * KIB,
  /** Per claim signature that is read. Signers write one; each costs a signature check. */
  timeStampTokens: 4,
  ocspResponses: 4,
  /** A time stamp from any authority: the largest from a public one is 7 KiB. */
  readTimeStampBytes: 64 * KIB,
  /** ASN.1 of a time stamp or an OCSP answer; real ones nest 12 deep, and readers recurse. */
  asn1Depth: 32,

  trustListBytes: 8 * MIB,
  trustListCertificates: 5_000,

  /** Bytes read at once when a short header is requested, so that its neighbours cost no further call. */
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
  /** Content of no known kind: whatever names a device is short, the rest is thumbnails and sensor data. */
  mediaOpaqueBytes: 64 * KIB,
  /** Boxes in boxes, directories behind directories, PDF references that lead on. */
  mediaDepth: 32,
  /** Cross-reference sections of one PDF: each saved change adds one, and forms with several signers have dozens. */
  mediaPdfRevisions: 1_024,
  /** Where the objects of a PDF with a damaged cross-reference are looked for: this much at its end, and as much at its start. */
  mediaPdfSearchBytes: 4 * MIB,
  /** Text documents are read up to here; front matter comes first, but real files are concatenations. */
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

  /** The cover of a recording or clip; shops deliver 0.1 to 1 MB. */
  coverBytes: 4 * MIB,
  /** What looking for it may cost: a few pictures that are no cover, and the structures before it. */
  coverReadBytes: 12 * MIB,
  coverSteps: 20_000,

  /** One China AIGC label as written in the file; real ones have 200 bytes to 4 KiB. */
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
  /** Text that is not JSON is unescaped and tried again up to this size; each round copies all of it. */
  labelRepairChars: 64 * KIB,
  /** Labels reported per file. */
  labelSites: 16,
  /** How much of a label's text, and of each value, a report repeats. */
  labelRawChars: 8 * KIB,
  labelValueChars: 4 * KIB,
  /** Names of unknown members and of misspelt keys. */
  labelExtraNames: 32,
  labelNameChars: 200,
  /** GB 45438 gives no numbers; this writer allows no more, and a label beyond them gets a warning. */
  labelWriteValueChars: 1024,
  labelWriteBytes: 8 * KIB,
  /** Bytes copied at once when a file is copied with changes. */
  copyPieceBytes: MIB,
  /** Elliptic curve checks in the labels of one file, about 4 ms each; a label with a real signature takes one or two. */
  labelSignatures: 4,
  /** Signatures and keys that are looked at in one piece of security data; real ones hold one of each. */
  labelSecurityItems: 8,
  /** How much text from the file a finding repeats, and how many members it names, so that a name cannot fill the report. */
  labelFindingChars: 200,
  labelFindingNames: 7,

  /** Texts of one file that the vendor rules look at, and pieces of evidence reported of each kind. */
  vendorFields: 4_000,
  vendorEvidenceOfKind: 8,
  /** Names of makers, devices, models and programs as they are shown; longer ones are not names. */
  vendorValueChars: 64,
  vendorNameChars: 100,

  /** Hard upper bound of one engine's WASM memory; beyond it the engine traps and its thread is replaced. */
  engineMemoryBytes: 512 * MIB,
  /** WASM memory never shrinks: a thread that has grown past this is replaced after the file that made it grow. */
  engineMemoryKeepBytes: 192 * MIB,
  /**
   * Bytes of a large file that the engine gets and hashes at once: so few that they stay in the processor's cache on their way
   * from the disk into the hash.
   */
  enginePieceBytes: 256 * KIB,
  /** Short reads of the engine are served from one window of the file: parsers walk in steps of a few bytes. */
  engineWindowBytes: 64 * KIB,
  /** Buffers of different sizes, of a piece at most, that a thread keeps for the engine's reads. */
  engineBuffers: 16,
  /**
   * Steps that the engine may take to lay out the boxes of a file: over each box that precedes another in its container, plus
   * the cost of every box. As many as 16,000 boxes in one container, or 500,000 in all, which takes it 1 to 3 seconds. Real
   * files stay below a hundredth; a recording of hours in fragments of seconds has 10,000 boxes side by side.
   */
  engineBoxSteps: 128 * MIB,
  engineBoxOwnSteps: 256,
  /** The engine as it is published takes a blob up to this size whole; the number is a constant inside it. */
  engineWholeFileBytes: 50 * MIB,
  /** In a larger file the anchors are not chosen: what they cost is lost in the time that hashing takes. */
  chosenAnchorsFileBytes: 50 * MIB,
  /** The same constant in the engine that we make of it: reading small files in pieces would gain nothing. */
  engineWholeReadBytes: MIB,
  /**
   * A message that the engine hashes in one step of fewer blocks of 64 bytes is left to it: up to about 3.6 KB, calling OpenSSL
   * takes longer (measured).
   */
  nativeHashShortBlocks: 64,
  /**
   * Hashes of one operation that OpenSSL computes at the same time, and earlier states of them that are kept: about 600 bytes
   * each. The engine works on one or two, and does not go back.
   */
  nativeHashesOpen: 1_024,
  nativeHashesContinued: 4_096,
  /**
   * What the engines of a pool may be estimated to need together, so that several large files cannot use up the host's memory:
   * the next one waits until the others leave room.
   */
  poolEngineBytes: 320 * MIB,
  /** A file up to this size is not looked at for its type before its turn: several fit together, whatever they are. */
  poolSmallFileBytes: 8 * MIB,
  threadHeapMegabytes: 512,
  /** How many smaller files may pass a waiting large one; after that it is its turn. */
  poolPasses: 16,
  /** Files that may wait for an analysis thread: for each share of known callers, and for all others. */
  poolQueue: 1_000,
  poolQueueAnonymous: 200,
  /** Between one anonymous file and the next that takes its place: 40 small files a second, and no delay of a single one. */
  poolAnonymousRestMs: 20,
  /** The longest pause after a slow one while callers with keys were served. */
  poolAnonymousRestMaxMs: 5_000,

  /** How much of a manifest a report repeats; the rest stays in the crJSON. */
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
  /** A name or version of a generator, model or device in a report. */
  factNameChars: 200,

  /** How far ingredients are followed from the active manifest; real histories are below ten deep. */
  lineageDepth: 64,
  lineageManifests: 1_000,
  /** A published source or model: anything longer is not a name. */
  sourceNameChars: 64,
  /** Words of a claim generator's text that are looked at; real ones name a product and up to three toolkits. */
  generatorWords: 12,

  /** The beginning of a maker note, or of a maker's box that is too large to return whole: it names the maker. */
  makerHeadBytes: 64,
  /** Texts returned of one IPTC-IIM record; real ones have about ten. */
  iptcTexts: 64,
  /** Entries of one Samsung trailer, and bytes of an entry's name; real ones have about twenty and thirty. */
  samsungTrailerEntries: 64,
  samsungTrailerNameBytes: 256,

  /** Pixels of a PNG that are decoded here to check a signature over them, up to 7 bytes each; real ones have 1 to 3 million. */
  pngPixels: 16 * MIB,
  /** The first rows of a PNG that are looked at for a mark: 120 rows, 8,192 pixels of 4 bytes wide. */
  pngStartBytes: 4 * MIB,
  /** Surplus when decompressing as much of a PNG as its first rows can take; deflate turns one byte into a thousand. */
  pngStartInflatedBytes: 16 * MIB,
  /** JSON that a generator embeds, per piece and per file; large graphs with their editor's layout reach 1 MiB. */
  vendorPayloadChars: 2 * MIB,
  vendorPayloadsChars: 4 * MIB,
  /** Objects in objects; graphs with subgraphs nest some 12 deep. */
  vendorJsonDepth: 64,
  /** The end of an infotext, and of one line of it, that is looked at; settings come last and take some kilobytes. */
  vendorInfotextChars: 64 * KIB,
  /** Nodes of a graph that are kept, and nodes that are visited on the way to its model. */
  vendorGraphNodes: 10_000,
  vendorGraphSteps: 200,
  /** Marks of fixed form; a signature in base64 is the longest. */
  vendorMarkChars: 8 * KIB,
  /** How much of a model's path is read, and how much of its name a report repeats. */
  vendorModelPathChars: KIB,
  vendorModelChars: 64,
} as const;
