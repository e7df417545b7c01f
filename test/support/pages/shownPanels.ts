import { findPanelKind, findTablePanel } from '../../../src/panels/panelKinds';
import type { PanelKind } from '../../../src/panels/panelKind';
import type { KindId } from '../../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../../src/resources/reference';
import { one } from '../panelCases';

/** A panel with the sandbox's own data, and its last heading. */
export interface ShownPanel {
  readonly name: string;
  readonly kind: PanelKind;
  readonly reference: ResourceReference;
  readonly last: string;
}

function known(kind: PanelKind | undefined): PanelKind {
  if (!kind) throw new Error('There is no such panel.');
  return kind;
}

function overview(name: string, reference: ResourceReference, last: string): ShownPanel {
  return { name, kind: known(findPanelKind(reference.kind)), reference, last };
}

function table(name: string, listed: KindId): ShownPanel {
  const kind = known(findTablePanel(listed));
  return { name, kind, reference: one(kind.kind, 1), last: 'Entries' };
}

/** Every kind of panel. */
export const shownPanels: readonly ShownPanel[] = [
  overview('Server', one('server', 1), 'Details'),
  overview('Web Application', one('webApplication', 1, 101), 'Recent Events'),
  overview('Web Application Firewall', one('waf', 1, 101), 'Dates'),
  overview('Cache Configuration', one('cacheConfiguration', 1, 101), 'Credentials'),
  overview('Canvas', one('canvas', 1), 'Dates'),
  table('Firewall Rules', 'firewallRule'),
  table('Supervisor Jobs', 'supervisorJob'),
  table('Log', 'logEntry'),
  table('Blocked Addresses', 'blockedAddress'),
];
