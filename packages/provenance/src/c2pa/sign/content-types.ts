const IPTC = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** What a signer may declare about how the content came to be, with the IPTC digital source type (C2PA 2.x §18.8). */
export const CONTENT_TYPES = {
  ai_generated: `${IPTC}trainedAlgorithmicMedia`,
  ai_edited: `${IPTC}compositeWithTrainedAlgorithmicMedia`,
  composite: `${IPTC}composite`,
  captured: `${IPTC}digitalCapture`,
  digital_creation: `${IPTC}digitalCreation`,
  human_edited: `${IPTC}humanEdits`,
} as const;

export type ContentType = keyof typeof CONTENT_TYPES;
