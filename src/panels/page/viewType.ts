export const viewTypes = {
  resource: 'serverManagement.panel',
  fleet: 'serverManagement.fleet',
  follow: 'serverManagement.follow',
} as const;
