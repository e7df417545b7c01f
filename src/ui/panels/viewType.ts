/** The type of our panels, by which the editor finds who restores them. */
export const panelViewType = 'serverManagement.panel';
