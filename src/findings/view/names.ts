import type { ResourceIndex } from '../../resources/index/resourceIndex';
import { findKind } from '../../resources/kinds/kinds';
import { findResource, presentIn } from '../../resources/names/resourceNames';
import type { Pins } from '../../resources/pins';
import { parentOf, type ResourceReference, serverOf, type Target } from '../../resources/reference';
import type { ResourceStore } from '../../resources/store/resourceStore';
import type { Resource } from '../../resources/kinds/kind';
import { describeShare, useOf } from '../../resources/serverFacts';
import type { RuleId } from '../finding';
import { formats, t } from '../../base/l10n';

export interface NameSources {
  readonly store: Pick<ResourceStore, 'find'>;
  readonly pins: Pick<Pins, 'find'>;
  readonly index: Pick<ResourceIndex, 'find'>;
}

export function labelOf(sources: NameSources, target: Target): string {
  const named = 'ids' in target && findKind(target.kind).variable ? target : parentOf(target);
  return named ? knownNameOf(sources, named) : t(findKind(target.kind).names.many);
}

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
  const server = serverOf(target);
  if (!server || server.kind === target.kind) return undefined;
  const name = knownNameOf(sources, server);
  return name === labelOf(sources, target) ? undefined : name;
}

function knownNameOf(sources: NameSources, reference: ResourceReference): string {
  const known = findResource(sources, reference);
  const indexed = known ? undefined : sources.index.find(reference)?.label;
  return indexed ?? String(presentIn(reference, known).label);
}

/** Counts resources by kind: those whose names `labelOf` gives. */
export function countTargets(targets: readonly Target[]): string {
  const kinds = targets.map((target) => {
    const { id, parent, variable } = findKind(target.kind);
    return 'ids' in target && variable ? id : (parent ?? id);
  });
  return [...new Set(kinds)]
    .map((id) => {
      const count = kinds.filter((each) => each === id).length;
      const { names } = findKind(id);
      const name = count === 1 ? t(names.one) : t(names.many);
      return t('{0} {1}', formats.number(count), formats.inSentence(name));
    })
    .join(', ');
}

const measured: Partial<Record<RuleId, 'disk' | 'memory'>> = {
  diskFull: 'disk',
  memoryFull: 'memory',
};

/** What is wrong with a server, for its row; undefined if that says it without the rule. */
export function nameInRow(rule: RuleId, health: Resource | undefined): string | undefined {
  const what = measured[rule];
  const use = what && health && useOf(health, what);
  if (use) return describeShare(what, use.share);
  return rule === 'phpUnsupported' ? formats.inSentence(nameRule(rule)) : undefined;
}

export function nameRule(rule: RuleId): string {
  const words: Readonly<Record<RuleId, string>> = {
    certificateExpired: t('Certificate expired'),
    certificateEndsSoon: t('Certificate expires soon'),
    certificateRenewalFailed: t('Certificate renewal failed'),
    serverOffline: t('Offline'),
    serverNotConnected: t('Not connected'),
    diskFull: t('Disk almost full'),
    memoryFull: t('Memory almost full'),
    supervisorFailed: t('Failed'),
    serviceStopped: t('Stopped'),
    firewallNotDeployed: t('Firewall not deployed'),
    databaseOpenToEveryone: t('Open to everyone'),
    sshRootPassword: t('Root password login'),
    cronInvalid: t('Invalid schedule'),
    cronNeverRuns: t('Never runs'),
    cronBurst: t('Many jobs at once'),
    jobAsRoot: t('Runs as root'),
    phpUnsupported: t('PHP out of support'),
    deploymentFailed: t('Deployment failed'),
    securityUpdatesOff: t('Security updates off'),
  };
  return words[rule];
}
