/** The types of panels, by which the editor finds their serializers. */
export const viewTypes = {
  /** About one resource. */
  resource: 'serverManagement.panel',
  /** About all accounts. */
  fleet: 'serverManagement.fleet',
  /** With followed events. */
  follow: 'serverManagement.follow',
} as const;
