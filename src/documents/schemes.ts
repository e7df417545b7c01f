export const scheme = 'server-management';

export const draftScheme = 'server-management-draft';

/** The scheme of texts that are only shown, never saved. */
export const viewScheme = 'server-management-view';

export const schemaScheme = 'server-management-schema';

export const rowScheme = 'server-management-row';

/** The scheme of staged changes: the documents of resources as they will be. */
export const pendingScheme = 'server-management-pending';
