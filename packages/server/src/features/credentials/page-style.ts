/** The whole style of the public page; its digest stands in the page's security policy. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d8dee4;--paper:#fff;--good:#0a6b3d;--warn:#8a5300;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa5b1;--line:#30363d;--paper:#0d1117;--good:#4cc38a;--warn:#e3b341;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 ui-sans-serif,system-ui,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
main{max-width:44rem;margin:0 auto;padding:32px 16px 64px}
.brand{margin:0;color:var(--soft);font-weight:600}
h1{margin:0 0 24px;font-size:1.75rem;line-height:1.25}
h2{margin:32px 0 8px;font-size:1.125rem}
.state{border:2px solid currentColor;border-radius:8px;padding:16px 24px;color:var(--good)}
.state h2{margin:0;font-size:1.375rem}
.state p{margin:8px 0 0;color:var(--ink)}
.state.suspended,.state.expired{color:var(--warn)}
.state.revoked{color:var(--bad);border-width:4px}
.sandbox{border-left:4px solid var(--warn);padding:8px 16px;margin:24px 0 0}
dl{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:8px 16px;margin:24px 0 0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
code{font:.875em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.note{color:var(--soft)}
@media (max-width:32rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}
`;
