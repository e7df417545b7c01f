/** The id of the accounts in the editor's account menu, also used in the manifest. */
export const accountProviderId = 'serverManagement';
