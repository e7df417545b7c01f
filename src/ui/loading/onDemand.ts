// The entry point of what is loaded on first use: what the first rows need, and a loader of the rest.
import { lazy } from '../../base/lazy';

// The editor requests the accounts of its menu as soon as it can.
export { AccountProvider } from '../accounts/accountProvider';
export { DocumentMarks } from '../accounts/documentMarks';
export { followLink } from '../followLink';
export { createServices } from '../services/services';

/** Loads what the first rows don't need. */
export const loadLater = lazy(() => import('./later'));
