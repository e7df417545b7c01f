/** The scheme of resource documents. */
export const scheme = 'server-management';
