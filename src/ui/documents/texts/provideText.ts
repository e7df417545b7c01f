import type * as vscode from 'vscode';
import { schemaScheme, viewScheme } from '../../../documents/schemes';
import type { ReportTexts } from '../reports/provideReport';
import type { Snapshots } from '../../editor/snapshots';
import { toDraftsSchema, toJsonSchema } from '../../../documents/schema/toJsonSchema';
import { kinds } from '../../../resources/kinds/kinds';

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
