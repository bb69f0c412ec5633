/** Texts that a manifest, a label or a name may carry to attack programs that show, store or log them. */
export const hostileTexts = {
  script: `<script>alert(1)</script><img src=x onerror="alert(2)">'"</title>`,
  template: '${7*7}{{7*7}}<%= 7*7 %>%s%n%x',
  sql: `'; drop table jobs; --`,
  formula: '=HYPERLINK("http://127.0.0.1/","open")',
  /** Shows as `invoice_exe.jpg` where bidi controls are obeyed. */
  bidi: 'invoice_\u202egpj.exe\u202c \u2066hidden\u2069 \u200f\u200e',
  invisible: 'a\u200bb\u2060c\ufeffd\u00ade\u{e0041}',
  long: 'long '.repeat(2000),
  control: 'a\u0001b\u0007c\u001b[31md\u007fe\u0085f\r\nSet-Cookie: g=h\tend',
  combining: `z${'\u0301'.repeat(300)}`,
  newlines: 'first\nlevel=error msg="forged log line"\u2028second\u2029third',
} as const;

export type HostileText = keyof typeof hostileTexts;
