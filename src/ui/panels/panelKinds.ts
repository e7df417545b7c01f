import { cacheConfigurationPanel } from './models/cacheConfiguration';
import { canvasPanel } from './models/canvas';
import { serverPanel } from './models/server';
import { wafPanel } from './models/waf';
import type { PanelKind } from './panelKind';
import type { KindId } from '../../resources/kinds/kind';

/** Every kind of resource that has a panel. */
export const panelKinds: readonly PanelKind[] = [
  serverPanel,
  wafPanel,
  cacheConfigurationPanel,
  canvasPanel,
];

/** The panel of a kind, if it has one. */
export function findPanelKind(kind: KindId): PanelKind | undefined {
  return panelKinds.find((each) => each.kind === kind);
}
