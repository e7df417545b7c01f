import { describeTarget, toolInputs } from '../inputs';
import { type AgreedServices, defineTool } from '../tool';
import { findKind, type ResourceKind } from '../../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../../resources/reference';
import { toVisible } from '../../../base/foreignText';
import { applyEdits, modify } from 'jsonc-parser';
import { toDocumentText } from '../../../documents/documentText';
import { isWritable } from '../../../documents/plan/savePlan';
import { isCredentialField, redacted } from '../../../api/credentials';
import type { JsonObject } from '../../../base/json';
import { t } from '../../../base/l10n';

interface Proposal extends ResourceReference {
  readonly changes: Readonly<Record<string, unknown>>;
}

/**
 * For the person to review and apply, or not. This sends nothing; for production accounts, changes
 * can't even be proposed unless the person allowed it.
 */
export const proposeChange = defineTool({
  input: toolInputs.serverManagement_proposeChange,
  accounts: ({ proposals }) => [...new Set(proposals.map(({ account }) => account))],
  progress: ({ proposals }) => {
    const [first] = proposals;
    return proposals.length === 1 && first
      ? t('Proposing a change to {0}', t(findKind(first.kind).names.one))
      : t('Proposing changes to {0} resources', proposals.length);
  },
  confirm: async (services, { proposals }) => {
    // Don't ask if the call will be refused anyway.
    const { sessions, allowsProduction } = services;
    refuseProduction({ accounts: await sessions.accounts(), allowsProduction }, proposals);
    const described = await Promise.all(
      proposals.map(async ({ changes, ...target }) => ({
        what: await describeTarget(services, target),
        fields: toVisible(Object.keys(changes).join(', ')),
      })),
    );
    const [first] = described;
    if (described.length > 1 || !first) {
      const list = described.map(({ what, fields }) => `${what}: ${fields}`).join('; ');
      return {
        title: t('Propose changes?'),
        message: t('Stages new values. Nothing is sent until you apply it. {0}', list),
      };
    }
    const { what, fields } = first;
    return {
      title: t('Propose a change?'),
      message: services.editor.stages(1)
        ? t('Stages {0} with new values for {1}. Nothing is sent until you apply it.', what, fields)
        : t('Opens {0} with new values for {1}. Nothing is sent until you save it.', what, fields),
    };
  },
  run: async (services, { reason, proposals }) => {
    refuseProduction(services, proposals);
    if (new Set(proposals.map(toKey)).size < proposals.length) {
      throw new Error('Each resource can be named only once.');
    }
    const proposed = await Promise.all(proposals.map((each) => toProposed(services, each)));
    const how = await services.editor.propose(proposed, toVisible(reason, 500));
    if (how === 'taken') {
      throw new Error('Changes to these fields are staged already; the person reviews them first.');
    }
    return how === 'shown'
      ? { proposed: true, next: 'The person looks at the difference and saves it, or not.' }
      : { proposed: true, next: 'It is staged: the person reviews and applies it, or not.' };
  },
});

async function toProposed({ editor }: AgreedServices, { changes, ...reference }: Proposal) {
  const { text, hasUnsavedChanges } = await editor.open(reference);
  if (hasUnsavedChanges) {
    throw new Error('The person has unsaved changes in this document; they come first.');
  }
  return { reference, text: proposeText(findKind(reference.kind), text, changes) };
}

/** @throws Error if an account is unknown, or in production without the person's permission. */
function refuseProduction(
  { accounts, allowsProduction }: Pick<AgreedServices, 'accounts' | 'allowsProduction'>,
  proposals: readonly Proposal[],
): void {
  for (const id of new Set(proposals.map(({ account }) => account))) {
    const account = accounts.find((each) => each.id === id);
    if (!account) throw new Error(`There is no account "${id}".`);
    if (account.environment === 'production' && !allowsProduction(account)) {
      throw new Error(
        `The account "${account.label}" is marked as production: tools propose no changes there. Tell the person what to change instead.`,
      );
    }
  }
}

const format = { formattingOptions: { tabSize: 2, insertSpaces: true } };

/**
 * New values by dotted names. @throws Error if a field is read-only or a credential, a value has a
 * hidden one, or if nothing would change.
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
