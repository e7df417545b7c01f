import type * as vscode from 'vscode';
import type { Attention } from './attention';
import { certificatesOfServers } from '../../../findings/certificatesOfServers';
import type { Knowledge } from '../../../findings/knowledge';
import type { TreeSources } from '../../../explorer/treeSources';
import { Filter } from '../../../resources/search/filter';

/** Gives the servers' filter the certificates known from checks, as long as it needs them. */
export class FilteredCertificates implements vscode.Disposable {
  readonly #attention: Attention;
  readonly #sources: Pick<TreeSources, 'options' | 'certificates'>;
  readonly #view: Pick<vscode.TreeView<unknown>, 'visible'>;
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(
    attention: Attention,
    sources: Pick<TreeSources, 'options' | 'certificates'>,
    view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
  ) {
    this.#attention = attention;
    this.#sources = sources;
    this.#view = view;
    this.#subscriptions = [
      attention.onDidRenew((knowledge) => this.#take(knowledge)),
      sources.options.onDidChange(() => this.#follow()),
      view.onDidChangeVisibility(() => this.#follow()),
    ];
    this.#follow();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  get #filter(): Filter {
    return new Filter(this.#sources.options.current.filter);
  }

  #follow(): void {
    const isAsked = this.#filter.asksForCertificates;
    this.#attention.showElsewhere('filter', isAsked && this.#view.visible);
    // If that fails, no server counts as checked.
    if (isAsked) void this.#attention.known().catch(() => undefined);
  }

  #take(knowledge: Knowledge): void {
    const filter = this.#filter;
    if (!filter.asksForCertificates) return;
    const now = Date.now();
    this.#sources.certificates.take(certificatesOfServers(knowledge, now), (each) =>
      filter.judgeCertificates(each, now),
    );
  }
}
