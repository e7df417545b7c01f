import type { ResourceReference } from '../../src/resources/reference';

/** A resource whose panel is opened: what is read for it, and what it shows. */
export interface PanelCase {
  readonly reference: ResourceReference;
  readonly path: string;
  /** A heading that only appears in a panel with content. */
  readonly section: string;
}

/** A resource of the service used for testing panels. */
export function one(kind: ResourceReference['kind'], ...ids: number[]): ResourceReference {
  return { account: 'service', kind, ids };
}

/** Every kind that has a panel. */
export const panelCases: readonly PanelCase[] = [
  { reference: one('server', 1), path: '/api/v3/servers/1', section: 'facts' },
  {
    reference: one('webApplication', 1, 101),
    path: '/api/v3/servers/1/webapps/101',
    section: 'details',
  },
  {
    reference: one('waf', 1, 101),
    path: '/api/v3/servers/1/webapps/101/waf',
    section: 'protection',
  },
  {
    reference: one('cacheConfiguration', 1, 101),
    path: '/api/v3/servers/1/webapps/101/platformcache',
    section: 'credentials',
  },
  {
    reference: one('canvas', 1),
    path: '/api/v3/settings/wordpress/canvas/1',
    section: 'plugins',
  },
];
