import { type Node, parseTree } from 'jsonc-parser';
import { canWrite, holdsWritable, isWritable } from './savePlan';
import { type PlacedPart, tryParse } from '../content';
import { isCredentialField } from '../../api/credentials';
import type { Editing } from '../../resources/kinds/kind';
import type { ResourceKind } from '../../resources/kinds/kinds';
import type { JsonObject } from '../../base/json';
import { t } from '../../base/l10n';

export function findReadOnlyFields(kind: ResourceKind, text: string): readonly PlacedPart[] {
  const { editing, text: asText } = kind.document ?? {};
  if (asText) return [];
  const content = tryParse(text);
  if (!editing || (content && !canWrite(kind, content))) return [];
  return findReadOnlyIn(parseTree(text, [], { allowTrailingComma: true }), editing, []);
}

function findReadOnlyIn(
  object: Node | undefined,
  editing: Editing,
  above: readonly string[],
): readonly PlacedPart[] {
  if (object?.type !== 'object') return [];
  return (object.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    const path = [...above, String(name?.value)];
    if (!isWritable(editing, path) && holdsWritable(editing, path)) {
      return findReadOnlyIn(value, editing, path);
    }
    if (isWritable(editing, path) && !path.some(isCredentialField)) return [];
    return [{ path, offset: property.offset, length: property.length }];
  });
}

export function describeReadOnly(path: readonly string[]): string {
  const name = path.at(-1) ?? '';
  if (path.some(isCredentialField)) return t("Read-only: a secret can't be changed in a document.");
  if (path.length === 1 && name === 'id') return t('Read-only: the service assigns it.');
  if (/(_at|At|Date)$/.test(name)) return t('Read-only: the service sets this date.');
  return t("Read-only: the service can't change it.");
}

export function readOnlyReason(
  { document }: ResourceKind,
  content: JsonObject | undefined,
): string | undefined {
  const { editing, readOnly } = document ?? {};
  if (editing) return content && readOnly?.(content);
  return readOnly?.({}) ?? t("Read-only: the service can't change it.");
}
