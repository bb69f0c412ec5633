/** What a TGA file of version 2 ends with, after two offsets (Truevision TGA File Format Specification 2.0). */
export const TGA_MARK = 'TRUEVISION-XFILE.\0';
export const TGA_FOOTER_BYTES = 26;
