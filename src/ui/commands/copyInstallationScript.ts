import * as vscode from 'vscode';
import { describePlace } from '../../actions/questions/question';
import { asReference } from './target';
import { readInstallationScript } from '../../api/contract/serverCare';
import { toPlain } from '../../base/foreignText';
import { isObject } from '../../base/json';
import { askModal, showMessage } from '../editor/messages';
import { tellInPassing } from '../editor/statusBar';
import { formats } from '../editor/formats';
import { t } from '../editor/l10n';
import { pickResource } from '../prompts/pickers/pickResource';
import type { Services } from '../services/services';
import { withLateProgress } from '../editor/progress';

/**
 * Copies the script that connects a server, after a warning: it contains a credential, so it goes to
 * the clipboard and nowhere else, not even to the caller of the command.
 */
export async function copyInstallationScript(
  services: Services,
  parameter: unknown,
): Promise<void> {
  const reference = asReference(parameter) ?? (await pickResource(services, 'server'));
  if (reference?.kind !== 'server') return;
  const place = await describePlace({ ...services, t, formats }, [reference]);
  const name = toPlain(services.explorer.describe(reference).label);
  const isWanted = await askModal({
    question: t('Copy the installation script of "{0}"?', name),
    detail: t(
      'It holds a credential: anyone who has it can connect a server as this one. Run it on the new server only, and clear the clipboard afterwards.',
    ),
    place,
    button: t('Copy'),
  });
  if (!isWanted) return;
  const answer = await withLateProgress(t('Reading the installation script'), (signal) =>
    services.client.perform(reference, readInstallationScript, undefined, { signal }),
  );
  const script = isObject(answer) ? answer['script'] : undefined;
  if (typeof script !== 'string' || script === '') {
    await showMessage('information', t('Nothing to copy.'));
    return;
  }
  await vscode.env.clipboard.writeText(script);
  tellInPassing(t('Copied to the clipboard'));
}
