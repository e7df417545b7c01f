import type { Resource } from '../kinds/kind';
import type { KindId } from '../kinds/kinds';
import { isObject } from '../../base/json';

/** Enough, with its name, to judge whether a resource needs attention. */
export type EntryFacts = Readonly<Record<string, string | number | boolean | null>>;

const factFields: Partial<Record<KindId, readonly string[]>> = {
  server: ['online', 'connected', 'securityUpdate', 'phpCLIVersion'],
  webApplication: ['phpVersion'],
  cronJob: ['time', 'username', 'enabled'],
  supervisorJob: ['username'],
  firewallRule: ['port', 'protocol', 'ipAddress', 'firewallAction'],
  atomicProject: ['deploymentStatus'],
};

export function hasFacts(kind: KindId): boolean {
  return factFields[kind] !== undefined;
}

export function factsOf(kind: KindId, resource: Resource): EntryFacts | undefined {
  const fields = factFields[kind];
  if (!fields) return undefined;
  const status = deploymentStatusOf(resource);
  const known: Resource = {
    ...resource,
    deploymentStatus: isNeverDeployed(resource) ? null : status,
  };
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = known[name];
      return isPlain(value) ? [[name, value]] : [];
    }),
  );
}

/** True if it's known that a project has no last deployment. */
export function isNeverDeployed({ latestDeployment, deploymentStatus }: Resource): boolean {
  return latestDeployment === null || deploymentStatus === null;
}

export function deploymentStatusOf(project: Resource): string | undefined {
  const { latestDeployment, deploymentStatus } = project;
  const status = isObject(latestDeployment) ? latestDeployment['status'] : deploymentStatus;
  return typeof status === 'string' && status !== '' ? status : undefined;
}

function isPlain(value: unknown): value is EntryFacts[string] {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
