import type * as vscode from 'vscode';
import { toDraftSchema, toJsonSchema } from '../../../resources/documents/schema/toJsonSchema';
import { creations } from '../../../resources/drafts/creations';
import { kinds } from '../../../resources/kinds/kinds';
import { t } from '../../l10n';

/** Comments and trailing commas are of use while typing; a save leaves them out. */
const lenient = { allowComments: true, allowTrailingCommas: true };

/** The JSON Schema that a URI names: `/cron-job.json` of documents, `/new/cron-job.json` of drafts. */
export function schemaText({ path }: vscode.Uri): string {
  const match = /^\/(new\/)?([a-z-]+)\.json$/.exec(path);
  const kind = kinds.find(({ suffix }) => suffix === match?.[2]);
  if (!match || !kind) return '{}';
  if (!match[1]) return JSON.stringify({ ...toJsonSchema(kind, t), ...lenient });
  const creation = creations[kind.id];
  if (!creation?.endpoint.body) return '{}';
  const secrets = (creation.secrets ?? []).map(({ name }) => name);
  const schema = toDraftSchema(kind, creation.endpoint.body, t, { secrets });
  const snippet = { label: t('New: {0}', t(kind.names.one)), body: creation.defaults };
  return JSON.stringify({ ...schema, ...lenient, defaultSnippets: [snippet] });
}
