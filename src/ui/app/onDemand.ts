// The entry point of what is loaded on first use: what the first rows need, and loaders of the rest.
import * as vscode from 'vscode';
import { useLanguage } from '../../base/l10n';
import { lazy } from '../../base/lazy';

useLanguage(vscode.env.language, vscode.l10n.bundle);

// The editor requests the accounts of its menu as soon as it can.
export { AccountProvider } from '../accounts/accountProvider';
export { DocumentMarks } from '../accounts/documentMarks';
export { followLink } from '../explorer/followLink';
export { createExplorerServices } from '../services/explorerServices';

/** Loads what everything else works with. */
export const loadServices = lazy(() => import('../services/services'));

/** Loads what commands and panels run. */
export const loadLater = lazy(() => import('./later'));
