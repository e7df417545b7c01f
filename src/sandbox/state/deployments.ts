import { madeUpHash } from '../random';
import type { AtomicProjectState } from './account';
import { addLogEntry } from './log';
import { newId, type Store } from './store';
import { toTimestamp } from './time';
import type { GitRepository, WebApplicationState } from './webApplication';

/** How long a deployment takes. */
const deploymentMs = 20_000;

/** A branch whose deployments always fail, so that clients can be tested against failures. */
const brokenBranch = 'broken';

/** Starts a deployment, which fails without a web application to deploy to. */
export function deployProject(
  store: Store,
  { record, deployments, pending }: AtomicProjectState,
  hasWebApplication: boolean,
): void {
  const id = newId(store.world);
  const hash = madeUpHash(`deployment ${id}`, 40);
  const now = store.now();
  const startTime = toTimestamp(now);
  deployments.unshift({
    id,
    hash,
    hashShort: hash.slice(0, 7),
    url: `${record.repositoryData.url}/commit/${hash}`,
    branch: record.branch,
    message: 'Deployed by hand',
    committer: 'Sandbox',
    releaseName: startTime.replaceAll(/\D/g, ''),
    status: 'DEPLOYING',
    startTime,
    endTime: null,
  });
  const fails = !hasWebApplication || record.branch === brokenBranch;
  pending.push({ id, endsAt: now.getTime() + deploymentMs, fails });
}

/** Ends the deployments whose time is over. */
export function settleProject({ deployments, pending }: AtomicProjectState, now: Date): void {
  const over = pending.filter(({ endsAt }) => endsAt <= now.getTime());
  for (const end of over) {
    pending.splice(pending.indexOf(end), 1);
    const deployment = deployments.find(({ id }) => id === end.id);
    if (!deployment) continue;
    deployment.status = end.fails ? 'FAILED' : 'COMPLETED';
    deployment.endTime = toTimestamp(new Date(end.endsAt));
  }
}

function failsToDeploy({ branch, deployScript }: GitRepository['record']): boolean {
  return branch === brokenBranch || /^\s*(exit\s+[1-9]\d*|false)\s*;?$/m.test(deployScript ?? '');
}

/** Starts a deployment from a web application's repository; its outcome appears in the log. */
export function deployRepository(
  store: Store,
  git: GitRepository,
  log: WebApplicationState['log'],
): void {
  const now = store.now();
  git.pending = { endsAt: now.getTime() + deploymentMs, fails: failsToDeploy(git.record) };
  addLogEntry(log, now, `Deployment of ${git.record.branch} was started`);
}

/** Ends a web application's deployment once its time is over. */
export function settleRepository({ git, log }: WebApplicationState, now: Date): void {
  if (!git?.pending || git.pending.endsAt > now.getTime()) return;
  const { endsAt, fails } = git.pending;
  git.pending = null;
  const { branch } = git.record;
  const content = `Deployment of ${branch} ${fails ? 'failed' : 'was completed'}`;
  addLogEntry(log, new Date(endsAt), content, fails ? 'Warning' : 'Info');
}
