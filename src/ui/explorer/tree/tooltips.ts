import type * as vscode from 'vscode';
import { describeFacts } from '../../../explorer/describeFacts';
import type { TreeNode } from '../../../explorer/nodes';
import type { TreeSources } from '../../../explorer/treeSources';
import { findKind } from '../../../resources/kinds/kinds';
import { loadStatuses } from '../../../resources/store/loadStatuses';
import { collectionOf } from '../../../resources/reference';
import type { Resource } from '../../../resources/kinds/kind';
import { Markdown } from '../../editor/markdown';
import { describeNextRun } from '../../../resources/cron/describeRuns';
import { toRaw, type Words } from '../../../base/foreignText';
import { writeMoment } from '../../../base/moment';
import { formats } from '../../editor/formats';
import { t } from '../../editor/l10n';
import { listOddFields } from '../../../explorer/oddFields';
import { present } from '../search/present';
import { findResource } from '../../../resources/names/present';

/** Builds the tooltip of a row when someone hovers over it. */
export class Tooltips {
  readonly #sources: TreeSources;

  constructor(sources: TreeSources) {
    this.#sources = sources;
  }

  /**
   * A row's tooltip; undefined if its text already says everything. Reads facts that only the hover
   * shows.
   */
  async of(node: TreeNode, signal: AbortSignal): Promise<vscode.MarkdownString | undefined> {
    if (node.type !== 'resource') return undefined;
    const { reference } = node;
    const { facts, store } = this.#sources;
    const more: (readonly [string, string])[] = [];
    if (reference.kind === 'server') {
      more.push(...describeFacts(await facts.read(reference, signal), { t, formats }));
    } else if (findKind(reference.kind).operations.states) {
      await loadStatuses(store, collectionOf(reference), { signal });
    } else if (!findKind(reference.kind).variable && !store.find(reference)) {
      await store.read(reference, { signal }).catch(() => undefined);
    }
    const resource = findResource(this.#sources, reference);
    const presentation = present(reference, resource);
    const text = new Markdown().bold(presentation.label);
    const kindName = t(findKind(reference.kind).names.one);
    text.text([kindName, presentation.state].filter(Boolean).join(', '));
    appendTable(text, listOddFields(resource, t));
    // One table: values of several would not line up.
    appendTable(text, [...(presentation.facts ?? []), ...scheduleFacts(resource), ...more]);
    return text.value;
  }
}

/** When something with a schedule that isn't switched off runs next. */
function scheduleFacts(resource: Resource | undefined): readonly (readonly [string, string])[] {
  const { time, enabled } = resource ?? {};
  if (typeof time !== 'string' || enabled === 0 || enabled === false) return [];
  return [[t('Next run'), describeNextRun(time, new Date(), { t, formats })]];
}

function appendTable(
  text: Markdown,
  facts: readonly (readonly [name: string, value: Words])[],
): void {
  // Data from an earlier session lacks what must not be stored.
  const known = facts.filter(([, value]) => toRaw(value) !== '');
  if (known.length > 0) text.table(known.map(([name, value]) => [name, writeDate(value)]));
}

/** A date as the person writes it; every other value unchanged. */
function writeDate(value: Words): Words {
  const raw = toRaw(value);
  const written = writeMoment(raw, formats);
  return written === raw ? value : written;
}
