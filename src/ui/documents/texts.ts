import type * as vscode from 'vscode';
import type { Sessions } from '../../accounts/sessions';
import { readReport } from '../../panels/reports/readReport';
import { parseReportPath } from '../../panels/reports/reportPath';
import { toSignal } from '../editor/cancellation';
import { describeError } from '../editor/messages';
import { fileError } from '../editor/fileError';
import { Emitter } from '../../base/emitter';
import { t } from '../../base/l10n';
import { schemaScheme, viewScheme } from '../../documents/schemes';
import type { Snapshots } from '../editor/snapshots';
import { toDraftsSchema, toJsonSchema } from '../../documents/schema';
import { kinds } from '../../resources/kinds/kinds';

/** The texts of reports. One that was read before it opens is provided once. */
export class ReportTexts {
  readonly #sessions: Sessions;
  readonly #texts = new Map<string, string>();
  readonly #changed = new Emitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** The text of a report. @throws Error with a message for the person. */
  async provide(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const text = this.#texts.get(uri.toString());
    this.#texts.delete(uri.toString());
    try {
      return text ?? (await this.#read(uri, toSignal(token)));
    } catch (error) {
      throw fileError(describeError(error));
    }
  }

  /** VS Code would wrap a failure in words about files. @throws ApiError, UnknownAccountError. */
  async readAhead(uri: vscode.Uri, signal: AbortSignal): Promise<void> {
    this.put(uri, await this.#read(uri, signal));
  }

  /** An editor that shows the report already gets the text at once. */
  put(uri: vscode.Uri, text: string): void {
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
  }

  async #read({ path }: vscode.Uri, signal: AbortSignal): Promise<string> {
    const parsed = parseReportPath(path);
    if (!parsed) throw new Error(t("This report doesn't exist."));
    const text = await readReport(this.#sessions, parsed.report, parsed.subject, { signal });
    return text === '' ? t('No entries yet.') : text;
  }
}

/** The text of a schema, a report or a state to compare with. @throws Error for the person. */
export function provideText(
  snapshots: Snapshots,
  reportTexts: ReportTexts,
  uri: vscode.Uri,
  token: vscode.CancellationToken,
): string | Promise<string> {
  if (uri.scheme === viewScheme) return snapshots.read(uri);
  return uri.scheme === schemaScheme ? schemaText(uri) : reportTexts.provide(uri, token);
}

/** Comments and trailing commas are useful while typing; they are removed on save. */
const lenient = { allowComments: true, allowTrailingCommas: true };

/** The JSON Schema for a URI: `/cron-job.json` for documents, `/new/cron-job.json` for drafts. */
function schemaText({ path }: vscode.Uri): string {
  const match = /^\/(new\/)?([a-z-]+)\.json$/.exec(path);
  const kind = kinds.find(({ suffix }) => suffix === match?.[2]);
  if (!match || !kind) return '{}';
  if (!match[1]) return JSON.stringify({ ...toJsonSchema(kind), ...lenient });
  const schema = toDraftsSchema(kind);
  return schema ? JSON.stringify({ ...schema, ...lenient }) : '{}';
}
