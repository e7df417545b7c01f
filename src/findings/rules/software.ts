import { findPhpSupport } from '../phpSupport';
import { deploymentStatusOf } from '../../resources/index/entryFacts';
import { toDeploymentState } from '../../resources/kinds/deploymentState';
import { each, type Rule } from '../rule';
import type { Verdict } from '../finding';

/** Rules for PHP and deployments (API §2.12; the states are observed). */
export const softwareRules: readonly Rule[] = [
  {
    id: 'phpUnsupported',
    severity: 'warning',
    fixes: ['serverManagement.openPanelPage'],
    *judge(knowledge, surroundings) {
      yield* judgeApplications(knowledge, surroundings);
      yield* judgeServers(knowledge, surroundings);
    },
  },
  {
    id: 'deploymentFailed',
    severity: 'critical',
    fixes: ['serverManagement.forceDeploy'],
    judge: each('atomicProject', (project) => {
      const status = deploymentStatusOf(project);
      if (status === undefined) return undefined;
      if (toDeploymentState(status) !== 'failed') return 'fine';
      return (t) => t('The last deployment failed. Correct the cause, then deploy again.');
    }),
  },
];

const judgeApplications = each(
  'webApplication',
  ({ phpVersion }, { now }) => judgePhp(phpVersion, now),
  ['serverManagement.openDocument', 'serverManagement.openPanelPage'],
);

const judgeServers = each('server', ({ phpCLIVersion }, { now }) => judgePhp(phpCLIVersion, now), [
  'serverManagement.changeCliPhp',
  'serverManagement.openPanelPage',
]);

function judgePhp(name: unknown, now: number): Verdict {
  const support = findPhpSupport(name, now);
  if (!support) return undefined;
  if (!support.isOver) return 'fine';
  return (t) =>
    t('PHP {0} no longer gets security fixes. Choose a supported version.', support.version);
}
