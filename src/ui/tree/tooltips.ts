import * as vscode from 'vscode';
import { describeFacts } from './describeFacts';
import type { TreeNode } from './nodes';
import type { TreeSources } from './treeSources';
import { findKind } from '../../resources/kinds/kinds';
import { learnStates } from '../../resources/learnStates';
import { collectionOf } from '../../resources/reference';
import { t } from '../l10n';
import { findResource, present } from '../present';

/** The facts about a row, put together when somebody hovers over it. */
export class Tooltips {
  readonly #sources: TreeSources;

  constructor(sources: TreeSources) {
    this.#sources = sources;
  }

  /** A row's tooltip; nothing where its own text says it all. Reads facts that only a hover needs. */
  async of(node: TreeNode, signal: AbortSignal): Promise<vscode.MarkdownString | undefined> {
    if (node.type !== 'resource') return undefined;
    const { reference } = node;
    const { facts, store } = this.#sources;
    const more: (readonly [string, string])[] = [];
    if (reference.kind === 'server') {
      more.push(...describeFacts(await facts.read(reference, signal)));
    } else if (findKind(reference.kind).operations.states) {
      await learnStates(store, collectionOf(reference), { signal });
    } else if (!findKind(reference.kind).variable && !store.find(reference)) {
      await store.read(reference, { signal }).catch(() => undefined);
    }
    const presentation = present(reference, findResource(this.#sources, reference));
    const text = new vscode.MarkdownString();
    text.appendMarkdown('**').appendText(presentation.label).appendMarkdown('** ');
    const kindName = t(findKind(reference.kind).names.one);
    text.appendText([kindName, presentation.state].filter(Boolean).join(', '));
    appendTable(text, presentation.facts ?? []);
    appendTable(text, more);
    return text;
  }
}

function appendTable(
  text: vscode.MarkdownString,
  facts: readonly (readonly [name: string, value: string])[],
): void {
  // What was kept from an earlier session lacks what was not to be kept.
  const known = facts.filter(([, value]) => Boolean(value));
  if (known.length === 0) return;
  text.appendMarkdown('\n\n| | |\n|---|---|\n');
  for (const [name, value] of known) {
    text.appendMarkdown('| ').appendText(toCell(name)).appendMarkdown(' | ');
    text.appendText(toCell(value)).appendMarkdown(' |\n');
  }
}

/** Text of the service in one table cell: a line break or a bar would end it. */
function toCell(text: string): string {
  return text.replaceAll(/[\r\n|]+/g, ' ').slice(0, 200);
}
