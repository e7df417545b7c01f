import * as vscode from 'vscode';
import { parseDocument } from '../../../documents/documentText';
import { planSave } from '../../../documents/plan/savePlan';
import { replacesStaged, type StagedChange } from '../../../pending/stagedChange';
import type { ResourceReference } from '../../../resources/reference';
import { findKind } from '../../../resources/kinds/kinds';
import type { ProposalEditor, ProposedText } from '../../../agents/tools/tool';
import { openText } from '../../documents/documentUri';
import type { DocumentServices } from '../../documents/documentServices';
import { t } from '../../editor/l10n';

/** What reviewing proposals uses. */
export interface ProposalServices extends DocumentServices {
  readonly pending: DocumentServices['pending'] & {
    readonly changes: { of(reference: ResourceReference): readonly StagedChange[] };
  };
}

/** How proposals are shown. */
export interface Reviewing {
  /** Also stages a single proposal: no editor opens for programs outside the editor. */
  readonly stagesAlways?: boolean;
}

/** Shows a single proposal in its document, and stages others; nothing is sent. */
export function createProposalEditor(
  services: ProposalServices,
  { stagesAlways = false }: Reviewing,
): ProposalEditor {
  const isReviewed = ({ uri, isDirty }: vscode.TextDocument): boolean =>
    isDirty && services.proposals.has(uri.toString());
  const documentOf = (reference: ResourceReference): Promise<vscode.TextDocument> =>
    openText(services, reference);
  return {
    stages: (count) => stagesAlways || count > 1 || vscode.workspace.textDocuments.some(isReviewed),
    async open(reference) {
      const document = await documentOf(reference);
      return { text: document.getText(), hasUnsavedChanges: document.isDirty };
    },
    async propose(proposed, reason) {
      const [only] = proposed;
      if (only && !this.stages(proposed.length)) {
        await show(services, await documentOf(only.reference), only.text);
        return 'shown';
      }
      const documents = await Promise.all(
        proposed.map(async (each) => ({ ...each, document: await documentOf(each.reference) })),
      );
      const staged = documents.map((each) => toStaging(services, each, reason));
      if (staged.some(({ isTaken }) => isTaken)) return 'taken';
      await services.pending.stage(staged);
      return 'staged';
    },
  };
}

/** Enters a proposed text into its document and shows what it changes. */
async function show(
  services: ProposalServices,
  document: vscode.TextDocument,
  text: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(t('The editor refused the change; nothing was proposed.'));
  }
  await services.proposals.add(document.uri.toString());
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand('workbench.files.action.compareWithSaved', document.uri);
}

/** A change to stage; it's `taken` if it would replace what is staged for the resource. */
function toStaging(
  { pending }: ProposalServices,
  { reference, text, document }: ProposedText & { readonly document: vscode.TextDocument },
  reason: string,
) {
  const kind = findKind(reference.kind);
  const base = parseDocument(kind, document.getText());
  const sides = { base, mine: parseDocument(kind, text, base), theirs: base };
  const { changes } = planSave(kind, sides);
  const staged = pending.changes.of(reference);
  const isTaken = staged.some((each) => replacesStaged(each, changes));
  const proposed = t('Proposed by a model: {0}', reason);
  const earlier = staged.find(({ origin }) => origin === 'model')?.reason;
  const why = earlier === undefined ? proposed : `${earlier}; ${proposed}`;
  return { reference, origin: 'model' as const, changes, reason: why, isTaken };
}
