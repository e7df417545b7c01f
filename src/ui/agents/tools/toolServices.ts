import * as vscode from 'vscode';
import { createProposalEditor, type ProposalServices, type Reviewing } from './proposalEditor';
import type { Area } from '../../../findings/areas';
import type { Finding } from '../../../findings/finding';
import type { Target } from '../../../resources/reference';
import type { KnownFindings, ToolServices } from '../../../agents/tools/tool';
import type { DocumentServices } from '../../documents/documentServices';
import { describeError } from '../../editor/describeError';
import { formats } from '../../editor/formats';
import { t } from '../../editor/l10n';
import { followedLink } from '../../accounts/link/workspaceLink';

/** More than anyone has: other accounts' resources must not use up the page of one. */
const mostFound = 100_000;

/** What needs attention. */
interface AttentionReview {
  review(
    accounts: readonly string[],
  ): Promise<{ readonly findings: readonly Finding[]; readonly areas: readonly Area[] }>;
  labelOf(target: Target): string;
}

/** The parts of the tools' services. */
export interface ToolEditorServices extends DocumentServices, ProposalServices {
  readonly pending: ProposalServices['pending'];
  readonly attention: AttentionReview;
}

/** What tools work with in the editor. */
export function createToolServices(
  services: ToolEditorServices,
  reviewing: Reviewing = {},
): ToolServices {
  const { sessions, client, names, explorer, attention } = services;
  return {
    t,
    formats,
    sessions,
    client,
    describeError,
    linked: followedLink,
    editor: createProposalEditor(services, reviewing),
    trailOf: (reference) => names.trailOf(reference),
    async search(query, accounts) {
      await explorer.finder.open();
      return explorer.finder.index
        .search(query, mostFound)
        .filter(({ reference }) => accounts.includes(reference.account));
    },
    findings: (accounts) => reviewFindings(attention, accounts),
    allowsProduction: ({ id, label }) => {
      const allowed = vscode.workspace
        .getConfiguration('serverManagement.agents')
        .inspect<unknown>('productionAccounts')?.globalValue;
      return Array.isArray(allowed) && (allowed.includes(id) || allowed.includes(label));
    },
  };
}

async function reviewFindings(
  attention: AttentionReview,
  accounts: readonly string[],
): Promise<KnownFindings> {
  const { findings, areas } = await attention.review(accounts);
  return {
    findings: findings.map((finding) => ({
      ...finding,
      about: attention.labelOf(finding.target),
    })),
    checked: areas.map(({ id, checked, total }) => ({ area: id, checked, total })),
  };
}
