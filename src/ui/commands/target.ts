import * as vscode from 'vscode';
import { isObject } from '../../shared/json';
import { isKindId } from '../../resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import type { TreeNode } from '../tree/nodes';
import { parseUri } from '../uris';

const nodeTypes = new Set([
  'account',
  'brokenAccount',
  'collection',
  'resource',
  'group',
  'more',
  'failure',
  'message',
]);

/** The row that a menu passes, if it is one. */
export function toNode(parameter: unknown): TreeNode | undefined {
  return isObject(parameter) && nodeTypes.has(String(parameter['type']))
    ? (parameter as TreeNode)
    : undefined;
}

/** The resource that a row, a reference or a document's URI stands for. */
export function toReference(parameter: unknown): ResourceReference | undefined {
  if (parameter instanceof vscode.Uri) return parseUri(parameter);
  const node = toNode(parameter);
  if (node) return node.type === 'resource' ? node.reference : undefined;
  return isReference(parameter) ? parameter : undefined;
}

/** The account that a row or a reference belongs to. */
export function accountIdOf(parameter: unknown): string | undefined {
  const node = toNode(parameter);
  if (node?.type === 'account') return node.account.id;
  if (node?.type === 'brokenAccount') return node.id;
  if (node?.type === 'failure') return accountIdOf(node.parent);
  if (node) return node.reference.account;
  return typeof parameter === 'string' ? parameter : toReference(parameter)?.account;
}

/** The collection that a row or a reference stands for. */
export function toCollection(parameter: unknown): CollectionReference | undefined {
  const node = toNode(parameter);
  if (node) return node.type === 'collection' ? node.reference : undefined;
  return isCollection(parameter) ? parameter : undefined;
}

function isCollection(value: unknown): value is CollectionReference {
  return isObject(value) && 'parents' in value && isReference({ ...value, ids: value['parents'] });
}

function isReference(value: unknown): value is ResourceReference {
  return (
    isObject(value) &&
    typeof value['account'] === 'string' &&
    isKindId(value['kind']) &&
    Array.isArray(value['ids']) &&
    value['ids'].every((id) => Number.isInteger(id) || typeof id === 'string')
  );
}

/**
 * What a command is about: the rows that are selected where it was chosen on one of them, the row or
 * reference alone, or what the person picks where there is neither.
 */
export async function pickTargets(
  { explorer }: Pick<Core, 'explorer'>,
  parameter: unknown,
  selection: unknown,
): Promise<readonly ResourceReference[]> {
  const single = toReference(parameter);
  const several = Array.isArray(selection)
    ? selection.flatMap((each) => toReference(each) ?? [])
    : [];
  if (several.length > 0) return several;
  if (single) return [single];
  const chosen = await explorer.find();
  return chosen ? [chosen.reference] : [];
}
