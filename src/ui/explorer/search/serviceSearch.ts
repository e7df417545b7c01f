import * as vscode from 'vscode';
import type { Finder, ServiceAnswers } from './finder';
import type { Found } from '../../../resources/index/resourceIndex';
import { describeError } from '../../editor/describeError';
import { t } from '../../editor/l10n';

/** The services' answer to a search. */
interface SearchAnswer extends ServiceAnswers {
  readonly name: string;
}

/** An entry that searches the services for the typed text and shows the outcome. */
export class ServiceSearch {
  readonly #finder: Finder;
  readonly #changed: () => void;
  #answer: SearchAnswer | undefined;
  #asked: { readonly name: string; readonly stop: AbortController } | undefined;

  /** @param changed called when the entry or the results have changed. */
  constructor(finder: Finder, changed: () => void) {
    this.#finder = finder;
    this.#changed = changed;
  }

  get isSearching(): boolean {
    return this.#asked !== undefined;
  }

  /** The services' results for this name; empty if they weren't searched. */
  found(name: string): readonly Found[] {
    return this.#answer?.name === name ? this.#answer.found : [];
  }

  /** @param isLast whether nothing else was found. */
  offer(
    name: string,
    isLast: boolean,
  ): vscode.QuickPickItem & { readonly run: () => Promise<void> } {
    const answer = this.#answer?.name === name ? this.#answer : undefined;
    return {
      ...(answer ? describeAnswer(answer) : describeOffer(name, isLast)),
      iconPath: new vscode.ThemeIcon(answer?.failures.length ? 'error' : 'search'),
      alwaysShow: true,
      run: () => this.#search(name),
    };
  }

  /** Cancels a running search. */
  stop(): void {
    this.#asked?.stop.abort();
    this.#asked = undefined;
  }

  async #search(name: string): Promise<void> {
    this.stop();
    const asked = { name, stop: new AbortController() };
    this.#asked = asked;
    this.#changed();
    const answers = await this.#finder
      .searchServices(name.trim(), asked.stop.signal)
      .catch((error: unknown) => ({ found: [], failures: [{ label: '', error }] }));
    if (this.#asked !== asked) return;
    this.#asked = undefined;
    this.#answer = { name, ...answers };
    this.#changed();
  }
}

function describeOffer(
  name: string,
  isLast: boolean,
): Pick<vscode.QuickPickItem, 'label' | 'detail'> {
  return {
    label: t('Search the Service by Name'),
    detail: isLast
      ? t('No indexed resource matches "{0}".', name)
      : t("Finds servers that aren't indexed yet"),
  };
}

function describeAnswer({
  name,
  found,
  failures,
}: SearchAnswer): Pick<vscode.QuickPickItem, 'label' | 'detail'> {
  if (failures.length > 0) {
    const reasons = failures.map(({ label, error }) => {
      const why = describeError(error);
      return label === '' ? why : t('{0}: {1}', label, why);
    });
    return { label: t('Try Again'), detail: reasons.join(' ') };
  }
  return {
    label: t('Search Again'),
    detail:
      found.length === 0
        ? t('The service has no server named "{0}".', name)
        : t('The service has no other servers named "{0}".', name),
  };
}
