import { applyEdits, modify } from 'jsonc-parser';
import { toDocumentText } from '../../documents/documentText';
import { isWritable } from '../../documents/plan/savePlan';
import { isCredentialField, redacted } from '../../api/credentials';
import type { JsonObject } from '../../base/json';
import type { ResourceKind } from '../../resources/kinds/kinds';

const format = { formattingOptions: { tabSize: 2, insertSpaces: true } };

/**
 * A document's text with new values for some fields, given by dotted names; everything else is
 * unchanged.
 * @throws Error if a field is read-only or a credential, if a value has a hidden one, or if
 * nothing would change.
 */
export function proposeText(
  kind: ResourceKind,
  text: string,
  changes: Readonly<Record<string, unknown>>,
): string {
  const editing = kind.document?.editing;
  const fields = Object.keys(changes);
  const readOnly = fields.filter((field) => !editing || !isWritable(editing, field.split('.')));
  if (readOnly.length > 0) {
    throw new Error(`These fields cannot be written: ${readOnly.join(', ')}.`);
  }
  const secret = fields.filter((field) => field.split('.').some(isCredentialField));
  if (secret.length > 0) {
    throw new Error(
      `These fields are credentials, which only a person changes: ${secret.join(', ')}.`,
    );
  }
  if (JSON.stringify(changes).includes(redacted)) {
    throw new Error(`"${redacted}" hides a credential: only a person can change this text.`);
  }
  const proposed = kind.document?.text
    ? toDocumentText(kind, changes as JsonObject)
    : Object.entries(changes).reduce(
        (edited, [field, value]) =>
          applyEdits(edited, modify(edited, field.split('.'), value, format)),
        text,
      );
  if (proposed === text) throw new Error('It has these values already.');
  return proposed;
}
