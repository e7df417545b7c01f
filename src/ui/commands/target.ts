import * as vscode from 'vscode';
import { isObject } from '../../base/json';
import { findKind, isKindId, type KindId } from '../../resources/kinds/kinds';
import {
  type CollectionReference,
  type ResourceReference,
  type Target,
  isResourceId,
  parentOf,
} from '../../resources/reference';
import { type Finding, type RuleId, ruleIds } from '../../findings/finding';
import type { CommandId } from '../../actions/commands';
import { goToResource } from '../prompts/pickers/goToResource';
import { type PickServices, pickResource } from '../prompts/pickers/pickResource';
import type { TreeNode } from '../../explorer/nodes';
import { showMessage } from '../editor/messages';
import { parseUri } from '../editor/uris';
import { t } from '../../base/l10n';

export function asNode(parameter: unknown): TreeNode | undefined {
  return isObject(parameter) && isNode(parameter) ? (parameter as TreeNode) : undefined;
}

function isNode({ type, reference, account, id, parent }: Record<string, unknown>): boolean {
  switch (type) {
    case 'account':
      return isObject(account) && typeof account['id'] === 'string';
    case 'brokenAccount':
      return typeof id === 'string';
    case 'failure':
      return parent === undefined || asNode(parent) !== undefined;
    case 'resource':
      return copyReference(reference) !== undefined;
    case 'collection':
    case 'group':
    case 'more':
    case 'message':
      return copyCollection(reference) !== undefined;
    default:
      return false;
  }
}

export function asReference(parameter: unknown): ResourceReference | undefined {
  if (parameter instanceof vscode.Uri) return parseUri(parameter);
  const node = asNode(parameter);
  if (node) return node.type === 'resource' ? copyReference(node.reference) : undefined;
  return copyReference(parameter);
}

/** The kind that a command asks for if it isn't about a row. */
const askedKinds = {
  'serverManagement.changeSshLogin': 'server',
  'serverManagement.editDeployScript': 'webApplication',
  'serverManagement.followLog': 'webApplication',
  'serverManagement.openPanelPage': 'server',
  'serverManagement.openRemoteSsh': 'server',
  'serverManagement.openSshTerminal': 'server',
  'serverManagement.openTunnel': 'database',
  'serverManagement.openWebsite': 'webApplication',
} as const satisfies Partial<Record<CommandId, KindId>>;

export type AskingCommand = keyof typeof askedKinds;

/** The given resource, or the one that the person picks; undefined if cancelled. */
export async function resourceFor(
  services: PickServices,
  command: AskingCommand,
  parameter: unknown,
): Promise<ResourceReference | undefined> {
  return asReference(parameter) ?? pickResource(services, askedKinds[command]);
}

/** The same, or what the given resource is in, if it's of another kind than is asked for. */
export async function ownerFor(
  services: PickServices,
  command: AskingCommand,
  parameter: unknown,
): Promise<ResourceReference | undefined> {
  const kind = askedKinds[command];
  let owner = asReference(parameter);
  while (owner && owner.kind !== kind) owner = parentOf(owner);
  return owner ?? pickResource(services, kind);
}

/** The given resource, or the one whose document is in front; undefined if a message was shown. */
export function ofDocument(parameter: unknown): ResourceReference | undefined {
  const reference = asReference(parameter ?? vscode.window.activeTextEditor?.document.uri);
  if (!reference) void showMessage('information', t('Open a resource as JSON first.'));
  return reference;
}

export function accountIdOf(parameter: unknown): string | undefined {
  const node = asNode(parameter);
  if (node?.type === 'account') return node.account.id;
  if (node?.type === 'brokenAccount') return node.id;
  if (node?.type === 'failure') return accountIdOf(node.parent);
  if (node) return node.reference.account;
  return typeof parameter === 'string' ? parameter : asReference(parameter)?.account;
}

export function toCollection(parameter: unknown): CollectionReference | undefined {
  const node = asNode(parameter);
  if (node) return node.type === 'collection' ? copyCollection(node.reference) : undefined;
  return copyCollection(parameter);
}

/** The rules and targets of the findings of a row: other callers can pass lookalikes. */
export function asFindings(parameter: unknown): readonly Pick<Finding, 'rule' | 'target'>[] {
  if (!isObject(parameter)) return [];
  const { finding, findings = [finding] } = parameter;
  return Array.isArray(findings) ? findings.flatMap((each) => asFinding(each) ?? []) : [];
}

function asFinding(finding: unknown): Pick<Finding, 'rule' | 'target'> | undefined {
  if (!isObject(finding)) return undefined;
  const rule = ruleIds.find((each): each is RuleId => each === finding['rule']);
  const target: Target | undefined =
    asReference(finding['target']) ?? copyCollection(finding['target']);
  return rule && target ? { rule, target } : undefined;
}

/** Copies a reference, so that its caller can't change it after the person has confirmed it. */
function copyReference(value: unknown): ResourceReference | undefined {
  const copy = copyPlace(value, 'ids');
  return copy && { account: copy.account, kind: copy.kind, ids: copy.ids };
}

export function copyCollection(value: unknown): CollectionReference | undefined {
  const copy = copyPlace(value, 'parents');
  return copy && { account: copy.account, kind: copy.kind, parents: copy.ids };
}

/** Reads every member only once, so that what was checked is what is used. */
function copyPlace(value: unknown, name: 'ids' | 'parents'): ResourceReference | undefined {
  if (!isObject(value)) return undefined;
  const { account, kind, [name]: ids } = value;
  if (typeof account !== 'string' || !isKindId(kind) || !Array.isArray(ids)) return undefined;
  const copy: unknown[] = [...ids];
  return copy.every(isResourceId) ? { account, kind, ids: copy } : undefined;
}

/** The selected rows, if any, or the one thing that was passed. */
export function selectedRows([first, rows]: readonly unknown[]): readonly unknown[] {
  return Array.isArray(rows) && rows.length > 0 ? (rows as readonly unknown[]) : [first];
}

export function selectedReferences(parameters: readonly unknown[]): readonly ResourceReference[] {
  return selectedRows(parameters).flatMap((each) => asReference(each) ?? []);
}

/** The selected rows if it was chosen on one, what was passed, or what the person picks. */
export async function pickTargets(
  services: PickServices,
  parameter: unknown,
  selection: unknown,
): Promise<readonly ResourceReference[]> {
  const given = selectedReferences([parameter, selection]);
  if (given.length > 0) return given;
  const chosen = await goToResource(services);
  return chosen ? [chosen.reference] : [];
}

export function toCommandTargets(parameters: readonly unknown[]): Target[] {
  return selectedRows(parameters).flatMap((each) => toOne(each) ?? []);
}

function toOne(parameter: unknown): Target | undefined {
  const reference = asReference(parameter);
  if (reference) return reference;
  const node = asNode(parameter);
  const collection = copyCollection(node && 'reference' in node ? node.reference : parameter);
  // A kind with a single resource per parent has no collection to select.
  return collection && (node || findKind(collection.kind).variable) ? collection : undefined;
}
