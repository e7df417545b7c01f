import type * as vscode from 'vscode';
import { toDraftsSchema } from '../../../documents/schema/draftSchema';
import { toJsonSchema } from '../../../documents/schema/toJsonSchema';
import { kinds } from '../../../resources/kinds/kinds';
import { t } from '../../editor/l10n';

/** Comments and trailing commas are useful while typing; they are removed on save. */
const lenient = { allowComments: true, allowTrailingCommas: true };

/** The JSON Schema for a URI: `/cron-job.json` for documents, `/new/cron-job.json` for drafts. */
export function schemaText({ path }: vscode.Uri): string {
  const match = /^\/(new\/)?([a-z-]+)\.json$/.exec(path);
  const kind = kinds.find(({ suffix }) => suffix === match?.[2]);
  if (!match || !kind) return '{}';
  if (!match[1]) return JSON.stringify({ ...toJsonSchema(kind, t), ...lenient });
  const schema = toDraftsSchema(kind, t);
  return schema ? JSON.stringify({ ...schema, ...lenient }) : '{}';
}
