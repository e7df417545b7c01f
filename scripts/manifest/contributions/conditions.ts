import { draftScheme, scheme } from '../../../src/documents/schemes';
import { fileEndingOf, kinds } from '../../../src/resources/kinds/kinds';

/** Matches rows whose `contextValue` has this token. */
export function can(token: string): string {
  return String.raw`viewItem =~ /\+${token}\b/`;
}

/** Matches rows that have one token and not another. */
export function canWithout(token: string, other: string): string {
  return String.raw`viewItem =~ /^(?!.*\+${other}\b).*\+${token}\b/`;
}

/** Rows with more commands than fit in their menu. */
export const changeToken = '(switchAutomaticUpdates|addWafRule)';
export const maintenanceToken =
  '(rebuildWebApplication|upgradeCacheEngine|changeSslMode|rebuildCronTable|rebuildSupervisor)';

export const maintenanceMenu = 'serverManagement.maintenance';
export const connectMenu = 'serverManagement.connect';
export const compareMenu = 'serverManagement.compare';
export const accountMenu = 'serverManagement.viewAccount';
export const rowsMenu = 'serverManagement.viewRows';
export const helpMenu = 'serverManagement.viewHelp';

export const serversView = 'view == serverManagement.servers';
export const attentionView = 'view == serverManagement.attention';
/** Matches the views of resources. */
export const resourceViews = String.raw`view =~ /^serverManagement\.(servers|account)$/`;
/** Matches any of our views. */
export const anyView = String.raw`view =~ /^serverManagement\./`;
/** Matches while one of our views has the focus. */
export const focusedTree = String.raw`focusedView =~ /^serverManagement\./`;
/** Matches while the rows of one do. */
export const focusedRows = `listFocus && ${focusedTree}`;
export const document = `resourceScheme == ${scheme}`;
export const draft = `resourceScheme == ${draftScheme}`;
const editableEndings = kinds
  .filter((kind) => kind.document?.editing)
  .map((kind) => fileEndingOf(kind).replace('.', String.raw`\.`));
export const editableDocument = String.raw`${document} && resourceFilename =~ /\.(${editableEndings.join('|')})$/`;

export const hasPending = 'serverManagement.hasPending';
export const sourceControl = 'scmProvider == server-management';
/** Staged changes whose account is known; the others can only be discarded. */
export const applicable = `${sourceControl} && scmResourceGroup != removed`;
/** Changes in conflict with someone else's: the person decides. */
export const toDecide = String.raw`${sourceControl} && scmResourceGroup =~ /^(conflict|drifted)$/`;
/** Changes without a conflict, which can be applied. */
export const toApply = String.raw`${sourceControl} && scmResourceGroup =~ /^(pending|failed|unknown)$/`;

export const withAccounts = '!serverManagement.isWithoutAccounts';
/** Unless every account is read-only. */
export const writable = `${withAccounts} && !serverManagement.isReadOnly`;
const writableInFront = '!serverManagement.isReadOnlyInFront';
export const writableDraft = `${draft} && ${writableInFront}`;
export const writableDocument = `${document} && ${writableInFront}`;
/** Whether there's an account other than the sandbox. */
export const withServices = 'serverManagement.hasServiceAccounts';
