import { hasPanel, hasTable, type KindWithPanel } from './kindsWithPanel';
import { cacheConfigurationPanel } from './models/cacheConfiguration';
import { canvasPanel } from './models/canvas';
import { serverPanel } from './models/server';
import { tablePanels } from './models/tables';
import { wafPanel } from './models/waf';
import { webApplicationPanel } from './models/webApplication';
import type { PanelKind } from './panelKind';
import type { KindId } from '../resources/kinds/kinds';

export const panelKinds: Readonly<Record<KindWithPanel, PanelKind>> = {
  server: serverPanel,
  webApplication: webApplicationPanel,
  waf: wafPanel,
  cacheConfiguration: cacheConfigurationPanel,
  canvas: canvasPanel,
};

export function findPanelKind(kind: KindId): PanelKind | undefined {
  return hasPanel(kind) ? panelKinds[kind] : undefined;
}

export function findTablePanel(kind: KindId): PanelKind | undefined {
  return hasTable(kind) ? tablePanels[kind] : undefined;
}

/** The panel of a kind of resource with this id; without one, the panel that shows the resource. */
export function findPanel(kind: KindId, id: string): PanelKind | undefined {
  return [...Object.values(panelKinds), ...Object.values(tablePanels)].find(
    (each) => each.kind === kind && each.id === (id || kind),
  );
}
