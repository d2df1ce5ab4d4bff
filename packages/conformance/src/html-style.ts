/** The style of the page: light and dark, wide and narrow, on paper too. */
export const htmlStyle = `
:root{color-scheme:light dark;--page:light-dark(#f6f7f9,#101418);--card:light-dark(#fff,#181e24);--line:light-dark(#dfe3e8,#2c353e);
--text:light-dark(#1c2329,#e4e9ee);--quiet:light-dark(#59646f,#9aa7b3);--code:light-dark(#f1f3f6,#10161b);
--broken:light-dark(#b3261e,#ff8a80);--differs:light-dark(#8a5300,#f2b34c);--held:light-dark(#146c2e,#6fd08c);--skipped:light-dark(#59646f,#9aa7b3);
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:68rem;margin:0 auto;padding:clamp(1rem,4vw,3rem) clamp(1rem,4vw,2rem)}
h1{margin:0;font-size:clamp(1.3rem,4vw,2rem);line-height:1.2;overflow-wrap:anywhere}
h2{margin:2.5rem 0 .75rem;font-size:1.15rem}
code,pre{font:.85em/1.5 var(--mono)}
.kit{margin:0 0 .25rem;color:var(--quiet);font-size:.85rem;letter-spacing:.02em}
.verdict{margin:.5rem 0 1.25rem;font-size:1.1rem}
.facts{margin:.75rem 0 0;color:var(--quiet);font-size:.9rem}
strong.broken,td.broken,.counts .broken b{color:var(--broken)}
strong.held,td.held,.counts .held b{color:var(--held)}
td.differs,.counts .differs b{color:var(--differs)}
td.skipped,.counts .skipped b{color:var(--skipped)}
.bar{display:flex;gap:2px;height:.75rem;border-radius:.4rem;overflow:hidden}
.bar i{min-width:.4rem}
.bar .broken{background:var(--broken)}.bar .differs{background:var(--differs)}.bar .held{background:var(--held)}.bar .skipped{background:var(--line)}
.counts{display:flex;flex-wrap:wrap;gap:.25rem 1.75rem;margin:.9rem 0 0;padding:0;list-style:none}
.counts b{font-size:1.5rem;font-variant-numeric:tabular-nums}
.left{margin:1.5rem 0 0;padding:.75rem 1rem;border:1px solid var(--broken);border-radius:.5rem;overflow-wrap:anywhere}
article{margin:0 0 1rem;background:var(--card);border:1px solid var(--line);border-left:4px solid var(--broken);border-radius:.5rem;scroll-margin-top:1rem}
article.differs{border-left-color:var(--differs)}
article:target{outline:2px solid var(--broken)}
summary{cursor:pointer}
article>details>summary{padding:.8rem 1rem}
.tag{color:var(--broken);font-weight:600;white-space:nowrap;margin-right:.4rem}
article.differs .tag{color:var(--differs)}
.message{margin:0;padding:0 1rem .8rem;overflow-wrap:anywhere}
figure{margin:0;padding:0 1rem .5rem}
figcaption{color:var(--quiet);font-size:.8rem}
pre{margin:.2rem 0 .7rem;padding:.7rem .9rem;background:var(--code);border:1px solid var(--line);border-radius:.4rem;white-space:pre-wrap;overflow-wrap:anywhere;max-height:24rem;overflow-y:auto}
.after,.more{margin:0 1rem .9rem;color:var(--quiet);font-size:.95rem}
.more figure{margin:.5rem 0 0;padding:0}
.after ul{margin:.4rem 0 0;padding-left:1.2rem}
fieldset{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;margin:2.5rem 0 0;padding:0;border:0}
legend{float:left;margin-right:1.2rem;padding:0;color:var(--quiet)}
label{cursor:pointer;white-space:nowrap}
input{accent-color:var(--held)}
.rows h2{margin-top:1.25rem}
${['broken', 'differs', 'held', 'skipped']
  .map((outcome) => `.rows:has(input[name=${outcome}]:not(:checked)) tr.${outcome}{display:none}`)
  .join('\n')}
table{width:100%;border-collapse:collapse;background:var(--card);border:1px solid var(--line);border-radius:.5rem;font-size:.93rem}
th{color:var(--quiet);font-weight:500;font-size:.8rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .8rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
th,td:first-child,td:nth-child(3){white-space:nowrap}
td:nth-child(4){width:34%;color:var(--quiet)}
a{color:inherit}
@media (max-width:44rem){
thead{display:none}
table,tbody,tr,td{display:block}
tr{padding:.6rem .8rem;border-bottom:1px solid var(--line)}
tr:last-child{border-bottom:0}
td,td:nth-child(4){display:inline;padding:0;border:0;width:auto;white-space:normal}
td:nth-child(2){margin:0 .35rem}
td:nth-child(4){display:block;font-size:.88rem}
td:nth-child(4):empty{display:none}
}
@media print{:root{color-scheme:light}fieldset{display:none}pre{max-height:none}article{break-inside:avoid}}
`
