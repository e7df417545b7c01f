/** The type of panels about one resource, by which the editor finds their serializer. */
export const panelViewType = 'serverManagement.panel';

/** The type of the panel about all accounts. */
export const fleetViewType = 'serverManagement.fleet';

/** The type of panels with followed events. */
export const followViewType = 'serverManagement.follow';
