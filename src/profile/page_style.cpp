// The page's style sheet. The page follows the browser's choice of light or dark, and is as wide as the window.
#include "profile/page.h"

namespace eugene::profile::page {

const std::string_view kStyle = R"(
:root{color-scheme:light dark;--text:#222;--soft:#595959;--back:#fff;--head:#f3f4f6;--edge:#ccc;--bar:#3b78b5;--note:#fdf6ec;--mark:#d9822b;
--link:#0b57a4;--good:#0a6b2d;--bad:#a4161a}
@media (prefers-color-scheme:dark){:root{--text:#e4e4e4;--soft:#a8a8a8;--back:#16181c;--head:#23262c;--edge:#444;--bar:#5b9bd8;--note:#2a241a;
--mark:#d9822b;--link:#8ab8ee;--good:#6fd08c;--bad:#ff8f8f}}
*{box-sizing:border-box}
body{font:14px/1.45 system-ui,sans-serif;margin:0 auto;padding:1em clamp(.8em,3vw,3em) 3em;max-width:120em;color:var(--text);background:var(--back)}
h1{font-size:1.5em;margin:.3em 0}h2{font-size:1.2em;margin:2em 0 .6em;border-bottom:1px solid var(--edge)}h3{font-size:1em;margin:1.2em 0 .3em}
a{color:var(--link)}.about{color:var(--soft);margin:.2em 0;overflow-wrap:anywhere}
table{border-collapse:collapse}td,th{padding:1px 8px;text-align:right;font-variant-numeric:tabular-nums}
th{font-weight:600;color:var(--soft)}td.t,th.t{text-align:left}abbr{text-decoration:underline dotted}
.box{overflow:auto;max-height:85vh;border:1px solid var(--edge);border-radius:4px}
.box table{width:100%}.box th{position:sticky;top:0;background:var(--head);z-index:1;white-space:nowrap}
.l th{font-size:12px}.l td{font:12px/1.35 ui-monospace,monospace;white-space:pre}
.l tr.z{color:var(--soft)}.l tr:target{outline:2px solid var(--mark);outline-offset:-2px}
.l td:first-child{background:linear-gradient(to right,var(--bar) var(--h,0%),transparent var(--h,0%)) no-repeat bottom left/100% 3px}
.pair{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:1em;align-items:start}
.pair>.only{grid-column:1/-1}
.bar{display:inline-block;height:.8em;background:var(--bar);vertical-align:middle}
.f{margin:.6em 0;padding:.4em .8em;border-left:4px solid var(--mark);background:var(--note)}.f small,.soft{color:var(--soft)}
.c{display:flex;gap:1em 3em;margin:1.2em 0;flex-wrap:wrap}.c>div{overflow-x:auto;max-width:100%}
.good{color:var(--good)}.bad{color:var(--bad)}
.roofline{font:11px system-ui,sans-serif;fill:var(--text)}.roofline path{fill:none;stroke:var(--edge)}.roofline .roof{stroke:var(--bar);stroke-width:2}
.roofline .gap{stroke:var(--mark);stroke-dasharray:3 3}.roofline circle{fill:var(--mark)}.roofline .m{text-anchor:middle}.roofline .e{text-anchor:end}
details{margin:1em 0}dt{font-weight:600}dd{margin:0 0 .4em 1.5em}
@media (max-width:70em){.pair{grid-template-columns:minmax(0,1fr)}}
@media print{.box{max-height:none;overflow:visible}}
)";

const std::string_view kLegend = R"(<details><summary>What the columns say</summary><dl>
<dt>time</dt><dd>the instruction's share of the kernel's time: the cycles for which it holds its pipe, and the cycles that its thread waits before
it. The larger the share, the longer the bar below the number, and the redder the row.</dd>
<dt>executions</dt><dd>how often a thread of the GPU has executed it, for all its channels at once</dd>
<dt>channels</dt><dd>the lanes that were enabled in an execution, on average. An instruction for 16 work-items with 4.0 channels does a quarter of
the work that it could.</dd>
<dt>stalled</dt><dd>cycles for which its thread waited before it, for the results that it needs</dd>
<dt>waited for</dt><dd>cycles for which other instructions waited for its result: long ones are the cause of the stalls elsewhere</dd>
<dt>lines</dt><dd>lines of 64 bytes of the L3 cache that its messages have reached</dd>
<dt>SLM clocks</dt><dd>clocks of shared local memory. Accesses that conflict take more clocks than they need.</dd>
<dt>cycles that each part needs</dt><dd>the cycles that each part of the GPU would need by itself. The largest number is
the estimate: the parts work at the same time. <em>latency</em> is the sum of the threads' times, divided by the number of threads that run at a time.</dd>
<dt>groups that fit at a time</dt><dd>how many groups would fit into the EU threads, into shared local memory and into the barriers, and how many
groups were launched. The smallest of these numbers is the number of groups that run at a time.</dd>
<dt>roofline</dt><dd>the dots show the operations a cycle that the kernel reaches, at its operations for each byte of memory and of the L3; the
lines show what the GPU could reach there. A dot below the slope is limited by the bytes that are moved, a dot below the level line by arithmetic.</dd>
</dl></details>
)";

}  // namespace eugene::profile::page
