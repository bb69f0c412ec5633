import { offerActions } from './actions.ts';
import { showParts } from './parts.ts';
import { makeTabs } from './tabs.ts';
import { watchTargets } from './targets.ts';
import { showLocalTimes } from './times.ts';
import { makeZoom } from './zoom.ts';

/** The page of a result: its parts become tabs, its history can be looked into. All of it is there without this script. */
offerActions();
showLocalTimes();
const graph = document.querySelector('.graph-picture');
const zoom = graph instanceof HTMLElement ? makeZoom(graph) : null;
const tabs = makeTabs(() => zoom?.fitAtFirst());
const parts = showParts();
watchTargets((target) => {
  tabs?.reveal(target);
  parts?.reveal(target);
});
