export const accountProviderId = 'serverManagement';
