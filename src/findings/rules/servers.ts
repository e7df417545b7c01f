import { fullShare, useOf } from '../../resources/serverFacts';
import { type FixCommand, type Judgment, perResource, type Rule, type Verdict } from '../finding';
import { findPhpSupport } from '../phpSupport';
import { deploymentStatusOf } from '../../resources/index/resourceIndex';
import { toDeploymentState } from '../../resources/kinds/deployment';
import type { Resource, ResourceId } from '../../resources/kinds/kind';
import { toKey } from '../../resources/reference';
import { t } from '../../base/l10n';

export const serverRules: readonly Rule[] = [
  {
    id: 'serverOffline',
    severity: 'critical',
    fixes: ['serverManagement.openSshTerminal', 'serverManagement.openPanelPage'],
    judge: perResource('server', ({ online, connected }) => {
      if (typeof online !== 'boolean') return undefined;
      // A server that was never connected isn't expected to be online.
      if (online || connected === false) return 'fine';
      return () => t('Offline. Connect with SSH or start it at its provider.');
    }),
  },
  {
    id: 'serverNotConnected',
    severity: 'warning',
    fixes: ['serverManagement.openPanelPage', 'serverManagement.openSshTerminal'],
    judge: perResource('server', ({ connected }) => {
      if (typeof connected !== 'boolean') return undefined;
      if (connected) return 'fine';
      return () => t('Not connected. Connect it in the control panel.');
    }),
  },
  {
    id: 'securityUpdatesOff',
    severity: 'warning',
    fixes: ['serverManagement.switchAutomaticUpdates'],
    judge: perResource('server', ({ securityUpdate, connected }) => {
      if (typeof securityUpdate !== 'boolean') return undefined;
      if (securityUpdate || connected === false) return 'fine';
      return () => t('Security updates are off. Turn them on.');
    }),
  },
  ofHealth('diskFull', 'disk', ['serverManagement.cleanDisk'], (percent) => {
    return () => t('The disk is {0}% full. Free some space.', percent);
  }),
  ofHealth('memoryFull', 'memory', [], (percent) => {
    return () => t('{0}% of memory is used. Find out what uses it.', percent);
  }),
  {
    id: 'serviceStopped',
    severity: 'warning',
    fixes: ['serverManagement.startService'],
    judge: perResource('service', ({ running }) => {
      if (typeof running !== 'boolean') return undefined;
      return running ? 'fine' : () => t('Stopped. Start it.');
    }),
  },
];

function ofHealth(
  id: 'diskFull' | 'memoryFull',
  what: 'disk' | 'memory',
  own: readonly FixCommand[],
  words: (percent: number) => Exclude<Verdict, 'fine'>,
): Rule {
  return {
    id,
    severity: 'critical',
    fixes: [...own, 'serverManagement.openSshTerminal', 'serverManagement.openOverview'],
    *judge({ health }): Iterable<Judgment> {
      for (const { reference, resource } of health.values()) {
        const share = useOf(resource, what)?.share;
        if (share === undefined) yield { target: reference, verdict: undefined };
        else {
          const isFull = share >= fullShare;
          yield { target: reference, verdict: isFull ? words(Math.floor(share * 100)) : 'fine' };
        }
      }
    },
  };
}

export const softwareRules: readonly Rule[] = [
  {
    id: 'phpUnsupported',
    severity: 'warning',
    fixes: ['serverManagement.openPanelPage'],
    *judge(knowledge, context) {
      yield* judgeApplications(knowledge, context);
      yield* judgeServers(knowledge, context);
    },
  },
  {
    id: 'deploymentFailed',
    severity: 'critical',
    fixes: ['serverManagement.forceDeploy'],
    *judge(knowledge, context) {
      yield* perResource('atomicProject', judgeDeployment)(knowledge, context);
      const projects = new Set(
        knowledge.of('atomicProject').map(({ reference }) => toKey(reference)),
      );
      for (const { reference, resource } of knowledge.of('gitRepository')) {
        const ids = [resource['atomic_project_id'] as ResourceId];
        const { account } = reference;
        // The finding of the project has the command that deploys again.
        if (projects.has(toKey({ account, kind: 'atomicProject', ids }))) continue;
        const verdict = judgeDeployment(resource);
        yield { target: reference, verdict, fixes: ['serverManagement.openDocument'] };
      }
    },
  },
];

const judgeApplications = perResource(
  'webApplication',
  ({ phpVersion }, { now }) => judgePhp(phpVersion, now),
  ['serverManagement.openDocument', 'serverManagement.openPanelPage'],
);

const judgeServers = perResource(
  'server',
  ({ phpCLIVersion }, { now }) => judgePhp(phpCLIVersion, now),
  ['serverManagement.changeCliPhp', 'serverManagement.openPanelPage'],
);

function judgePhp(name: unknown, now: number): Verdict {
  const support = findPhpSupport(name, now);
  if (!support) return undefined;
  if (!support.isOver) return 'fine';
  return () =>
    t('PHP {0} no longer gets security fixes. Choose a supported version.', support.version);
}

function judgeDeployment(deployed: Resource): Verdict {
  const status = deploymentStatusOf(deployed);
  if (status === undefined) return undefined;
  if (toDeploymentState(status) !== 'failed') return 'fine';
  return () => t('The last deployment failed. Correct the cause, then deploy again.');
}
