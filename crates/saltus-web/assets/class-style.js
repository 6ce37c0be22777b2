// How a sheet looks, for a class and for pupils. It comes with what shows sheets, so that the styles of the first page stay short.

const STYLE = `
#class-view { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.35fr); padding: 0; }
.in-class .top :is(h1, #levels, #new, #class-open) { display: none; }
.sheet-side { background: var(--sunk); padding: 1.25rem 2.5rem; overflow-y: auto; min-height: 0; }
.class-side { padding: 1.25rem 1.5rem; overflow-y: auto; min-height: 0; display: grid; gap: 1rem; align-content: start; }
.class-side h2 { font-size: 1.25rem; line-height: 1.75rem; margin: 0; }
.paper-page { margin: 1rem 0 0; background: #fff; box-shadow: 0 10px 30px #0002; }
.paper-page svg { display: block; width: 100%; height: auto; }
[aria-busy="true"] .paper-page { opacity: .5; }
.card { border: 1px solid var(--line); border-radius: 20px; background: var(--surface); padding: 1rem 1.25rem; display: grid; gap: .5rem; }
.wanted { grid-template-columns: minmax(0, 1fr) 5.5rem 5.5rem; gap: .75rem; }
.wanted > .field { display: grid; justify-content: stretch; gap: .25rem; padding: 0; font-size: .8125rem; color: var(--ink2); }
.sheet-side .row { flex-wrap: nowrap; margin: 0; }
.class-side .second { font-weight: 400; font-size: .875rem; }
.card input:not([type="checkbox"]), .card textarea { min-height: 2.75rem; border: 1px solid var(--edge); border-radius: 12px; padding: .25rem .75rem; background: var(--raised); color: var(--ink); width: 100%; box-sizing: border-box; }
.card .switch { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; min-height: 2.75rem; }
.class-link { display: flex; gap: 1.5rem; align-items: center; }
.class-link > div { flex: 1; min-width: 0; }
.class-link > svg { width: 10rem; height: auto; flex: none; }
.address { display: flex; align-items: center; gap: .5rem; background: var(--sunk); border-radius: 12px; padding: .25rem .5rem .25rem .875rem; margin: .5rem 0; font-size: .8125rem; }
.address span { overflow-wrap: anywhere; flex: 1; }
.reports { width: 100%; border-collapse: collapse; }
.reports :is(th, td) { border-top: 1px solid var(--line); padding: .5rem .5rem .5rem 0; text-align: left; }
.reports td:last-child { text-align: right; }
.reports .signs > span { display: inline-grid; place-items: center; width: 1.5rem; vertical-align: middle; }
.signs .did { width: 1.125rem; height: 1.125rem; }
.signs .open, .signs .hint, .hint-mark { display: inline-grid; place-items: center; width: 1rem; height: 1rem; border: 2px solid var(--ink2); border-radius: 50%; font: 700 .75rem/1 var(--sans, sans-serif); }
.signs .open { width: .375rem; height: .375rem; border-width: 1px; }

.in-sheet .stage, .in-sheet .dock { display: none !important; }
.in-sheet .lesson { grid-area: stage; max-height: none !important; width: auto; max-width: 44rem; margin: 0 auto; border: 0; box-sizing: border-box; align-self: start; }
.sheet-boards { list-style: none; padding: 0; margin: .75rem 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(6rem, 1fr)); gap: .75rem; }
.sheet-card { display: grid; gap: .5rem; width: 100%; border: 0; border-radius: 20px; padding: .5rem; background: var(--surface); color: var(--ink); cursor: pointer; }
.sheet-card .thumb { display: block; border-radius: 14px; padding: .25rem; aspect-ratio: 1; }
.sheet-card .thumb svg { width: 100%; height: 100%; }
.sheet-card.done .thumb { opacity: .5; }
.sheet-card.next { outline: 3px solid var(--accent); }
.sheet-card .row { justify-content: center; }
@media (max-width: 63.99rem) {
  #class-view { grid-template-columns: minmax(0, 1fr); overflow-y: auto; }
  .sheet-side, .class-side { overflow: visible; padding: 1rem; }
  .class-link { flex-wrap: wrap; }
}
#print { display: none; }
@media print {
  body:has(#print) > :not(#print) { display: none !important; }
  #print { display: block; }
  #print svg { display: block; width: 210mm; height: 296mm; break-after: page; }
  #print svg:last-child { break-after: auto; }
  @page { size: A4; margin: 0; }
}
`;

let isWorn = false;

/** Gives the page these styles. */
export function dress() {
  if (isWorn) return;
  isWorn = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
}
