import { cacheConfigurationPanel } from './models/cacheConfiguration';
import { canvasPanel } from './models/canvas';
import { serverPanel } from './models/server';
import { tablePanels } from './models/tables';
import { wafPanel } from './models/waf';
import { webApplicationPanel } from './models/webApplication';
import type { PanelKind } from './panelKind';
import type { KindId } from '../resources/kinds/kinds';

/** The panels that show a single resource. */
export const panelKinds: readonly PanelKind[] = [
  serverPanel,
  webApplicationPanel,
  wafPanel,
  cacheConfigurationPanel,
  canvasPanel,
];

/** The panel of a kind, if it has one. */
export function findPanelKind(kind: KindId): PanelKind | undefined {
  return panelKinds.find((each) => each.kind === kind);
}

/** The panel with all resources of a kind below one parent, if it has one. */
export function findTablePanel(kind: KindId): PanelKind | undefined {
  return tablePanels.find(({ tableOf }) => tableOf === kind);
}

/** The panel of a kind of resource with this id; by default, the one that shows the resource. */
export function findPanel(kind: KindId, id: string): PanelKind | undefined {
  return id === ''
    ? findPanelKind(kind)
    : [...panelKinds, ...tablePanels].find((each) => each.kind === kind && each.id === id);
}
