import type { ResourceIndex } from '../../resources/index/resourceIndex';
import { findKind } from '../../resources/kinds/kinds';
import { findResource, presentIn } from '../../resources/names/present';
import type { Pins } from '../../resources/pins';
import { parentOf, type ResourceReference, type Target } from '../../resources/reference';
import type { ResourceStore } from '../../resources/store/resourceStore';
import type { RuleId } from '../finding';
import { t } from '../../base/l10n';

export interface NameSources {
  readonly store: Pick<ResourceStore, 'find'>;
  readonly pins: Pick<Pins, 'find'>;
  readonly index: Pick<ResourceIndex, 'find'>;
}

export function labelOf(sources: NameSources, target: Target): string {
  const named = 'ids' in target && findKind(target.kind).variable ? target : parentOf(target);
  return named ? knownNameOf(sources, named) : t(findKind(target.kind).names.many);
}

/** The names of its ancestors and its own, outermost first. */
export function pathOf(sources: NameSources, target: Target): string {
  const names: string[] = [];
  const kind = findKind(target.kind);
  if (!('ids' in target)) names.push(t(kind.names.many));
  else names.push(kind.variable ? knownNameOf(sources, target) : t(kind.names.one));
  for (let above = parentOf(target); above; above = parentOf(above)) {
    names.unshift(knownNameOf(sources, above));
  }
  return names.join(' › ');
}

export function serverNameOf(sources: NameSources, target: Target): string | undefined {
  let server: ResourceReference | undefined;
  for (let above = parentOf(target); above; above = parentOf(above)) server = above;
  if (server?.kind !== 'server') return undefined;
  const name = knownNameOf(sources, server);
  return name === labelOf(sources, target) ? undefined : name;
}

function knownNameOf(sources: NameSources, reference: ResourceReference): string {
  const known = findResource(sources, reference);
  const indexed = known ? undefined : sources.index.find(reference)?.label;
  return indexed ?? String(presentIn(reference, known).label);
}

/** For places where the full sentence doesn't fit next to a name. */
export function describeBriefly(rule: RuleId): string {
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
