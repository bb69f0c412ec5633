/** What a JPEG XL codestream without a container begins with (ISO/IEC 18181-1 §9.1). */
export const JXL_CODESTREAM = [0xff, 0x0a];
