import {
  latestIdOf,
  projectOf,
  type WatchedDeployment,
  watchDeployment,
} from '../../actions/watchDeployment';
import { systemClock } from '../../api/scheduling/clock';
import type { Resource } from '../../resources/kinds/kind';
import { parentOf, type ResourceReference } from '../../resources/reference';
import { showDocument } from '../documents/documentUri';
import { type MessageAction, showMessage } from '../editor/messages';
import { withProgress } from '../editor/progress';
import { tellInPassing } from '../editor/statusBar';
import { t } from '../l10n';
import type { Services } from '../services';

/**
 * Shows a deployment's progress until it ended, and then its outcome. The person can stop watching,
 * which doesn't stop the deployment. Nothing is read if the service doesn't tell the outcome.
 * @param before what was deployed, as known before.
 */
export async function showDeployment(
  services: Services,
  subject: ResourceReference,
  before: Resource | undefined,
): Promise<void> {
  const { client, store, names, log } = services;
  const project = projectOf(subject, store.find(subject));
  if (!project) return;
  const shown = subject.kind === 'gitRepository' ? (parentOf(subject) ?? subject) : subject;
  const name = String(names.nameOf(shown));
  const started = { subject, project, before: latestIdOf(before) };
  try {
    const { state, reference } = await withProgress(
      { title: t('Deploying "{0}"…', name) },
      (signal) => watchDeployment({ client, store, clock: systemClock }, started, signal),
    );
    store.forget({ account: project.account, kind: 'deployment', parents: project.ids });
    tellOutcome(services, name, { state, reference });
  } catch (error) {
    const isStopped = error instanceof Error && error.name === 'AbortError';
    if (isStopped) tellInPassing(t('The deployment continues on the server'));
    else log.warn(String(error));
  }
}

function tellOutcome(
  services: Services,
  name: string,
  { state, reference }: WatchedDeployment,
): void {
  const show = (found: ResourceReference): MessageAction => ({
    title: t('Show Deployment'),
    run: () => showDocument(services, found),
  });
  const actions = reference ? [show(reference)] : [];
  if (state === 'completed') {
    void showMessage('information', t('"{0}" deployed.', name), actions);
  } else if (state === 'failed') {
    void showMessage('error', t('The deployment of "{0}" failed.', name), actions);
  } else {
    const text = t('The outcome of the deployment of "{0}" is unknown.', name);
    void showMessage('warning', text, actions);
  }
}
