"""The look of HTML snapshots: JupyterLab's own colours where they are, two palettes of ours where they are not.

Colours of the parts are of middle lightness, so that they stand out on white and on black alike. Nothing is loaded.
"""

#: The name is repeated so that it outweighs JupyterLab's rules for tables and lists in outputs.
CSS = """
.a008.a008.a008 {
  --ink: var(--jp-content-font-color1, #1f2328); --dim: var(--jp-content-font-color2, #59636e);
  --paper: var(--jp-layout-color1, #fff); --tint: var(--jp-layout-color2, #f3f4f6);
  --line: var(--jp-border-color2, #d1d9e0); --warn: var(--jp-warn-color0, #9a6700);
  background: var(--paper); border: 1px solid var(--line); border-radius: 6px; color: var(--ink);
  box-sizing: border-box; font: 13px/1.5 var(--jp-ui-font-family, system-ui, sans-serif); margin: 0; max-width: 76rem;
  overflow-wrap: anywhere; overflow-x: auto; padding: .75rem 1rem; text-align: left;
  @media (prefers-color-scheme: dark) {
    --ink: var(--jp-content-font-color1, #e6edf3); --dim: var(--jp-content-font-color2, #9aa4af);
    --paper: var(--jp-layout-color1, #15181c); --tint: var(--jp-layout-color2, #24292f);
    --line: var(--jp-border-color2, #3d444d); --warn: var(--jp-warn-color0, #d29922);
  }
  & * { box-sizing: border-box; }
  & h4 { color: var(--ink); font-size: 13px; font-weight: 600; margin: .75rem 0 .25rem; }
  & > style + h4 { margin-top: 0; }
  & p, & ol, & ul { margin: .25rem 0; }
  & ol, & ul { padding-left: 1.6rem; }
  & li { margin: .3rem 0; }
  & summary { cursor: pointer; font-weight: 600; margin: .5rem 0 .25rem; }
  & small, & .a008-dim { color: var(--dim); font-size: 12px; }
  & .a008-said { margin: .25rem 0 .5rem; white-space: pre-wrap; }
  & .a008-warn { color: var(--warn); }
  & .a008-chip { background: var(--tint); border: 1px solid var(--line); border-radius: 999px; color: var(--ink);
    display: inline-block; font-size: 12px; font-weight: 400; margin: 0 .15rem .2rem 0; padding: 0 .5rem; }
  & .a008-bar { background: var(--tint); border-radius: 5px; display: flex; gap: 1px; height: 10px; margin: .4rem 0;
    max-width: 40rem; overflow: hidden; }
  & .a008-bar span { min-width: 2px; }
  & .a008-swatch { border-radius: 2px; display: inline-block; height: .6rem; margin: 0 .3rem 0 .4rem; width: .6rem; }
  & .a008-state { background: #2f7fd6; }
  & .a008-history { background: #8a63d2; }
  & .a008-event { background: #b8651b; }
  & .a008-claim { background: #2e8b57; }
  & .a008-utterance { background: #17879b; }
  & .a008-attribution { background: #c2458e; }
  & .a008-conflict { background: #d1433f; }
  & .a008-frame { background: #7d8590; }
  & table { border: 0; border-collapse: collapse; color: var(--ink); font-size: 13px; margin: .4rem 0;
    table-layout: auto; }
  & thead { border: 0; }
  & tr { background: none; }
  & th, & td { border: 0; border-bottom: 1px solid var(--line); line-height: 1.5; max-width: 36rem;
    overflow-wrap: break-word; padding: .2rem .9rem .2rem 0; text-align: left; vertical-align: top;
    white-space: pre-wrap; }
  & th { color: var(--dim); font-weight: 600; white-space: nowrap; }
  & .a008-short { white-space: nowrap; }
  & .a008-number { font-variant-numeric: tabular-nums; text-align: right; }
}
"""
