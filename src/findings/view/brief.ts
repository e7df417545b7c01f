import type { RuleId } from '../finding';
import type { Translate } from '../../base/translate';

/** What's wrong in a few words, for places where the full sentence doesn't fit next to a name. */
export function describeBriefly(rule: RuleId, t: Translate): string {
  const words: Readonly<Record<RuleId, string>> = {
    certificateExpired: t('expired'),
    certificateEndsSoon: t('expires soon'),
    certificateRenewalFailed: t('renewal failed'),
    serverOffline: t('offline'),
    serverNotConnected: t('not connected'),
    diskFull: t('disk almost full'),
    memoryFull: t('memory almost full'),
    supervisorFailed: t('failed'),
    serviceStopped: t('stopped'),
    firewallNotDeployed: t('firewall not deployed'),
    databaseOpenToEveryone: t('open to everyone'),
    sshRootPassword: t('root password login'),
    cronInvalid: t('invalid schedule'),
    cronNeverRuns: t('never runs'),
    cronBurst: t('many jobs at once'),
    jobAsRoot: t('runs as root'),
    phpUnsupported: t('PHP out of support'),
    deploymentFailed: t('deployment failed'),
    securityUpdatesOff: t('security updates off'),
  };
  return words[rule];
}
