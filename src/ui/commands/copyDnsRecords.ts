import * as vscode from 'vscode';
import { asReference } from './target';
import { readDnsRecords } from '../../api/contract/domain';
import { foreign } from '../../base/foreignText';
import { toZoneLines } from '../../panels/reports/dnsZone';
import { showMessage } from '../editor/messages';
import { showPick } from '../editor/quickInput';
import { tellInPassing } from '../editor/statusBar';
import { t } from '../editor/l10n';
import { pickResource } from '../prompts/pickers/pickResource';
import type { Services } from '../services/services';
import { withLateProgress } from '../editor/progress';

/** Copies the DNS records that a domain needs as lines of a zone file: all of them, or one. */
export async function copyDnsRecords(
  services: Services,
  parameter: unknown,
): Promise<string | undefined> {
  const domain = asReference(parameter) ?? (await pickResource(services, 'domain'));
  if (domain?.kind !== 'domain') return undefined;
  const lines = toZoneLines(
    await withLateProgress(t('Reading DNS records'), (signal) =>
      services.client.perform(domain, readDnsRecords, undefined, { signal }),
    ),
  );
  if (lines.length === 0) {
    void showMessage('information', t('Nothing to copy.'));
    return undefined;
  }
  const all = { label: t('All DNS Records'), text: lines.join('\n') };
  const each = lines.map((text) => ({ label: foreign(text), text }));
  const chosen = await showPick([all, ...each], {
    title: services.title,
    placeHolder: t('Select what to copy'),
  });
  if (!chosen) return undefined;
  await vscode.env.clipboard.writeText(chosen.text);
  tellInPassing(t('Copied to the clipboard'));
  return chosen.text;
}
