import { databaseCreation, databaseUserCreation, systemUserCreation } from './access';
import { atomicProjectCreation, integrationCreation } from './accountLevel';
import type { Creation } from './creation';
import { cronJobCreation, supervisorJobCreation } from './jobs';
import { firewallRuleCreation, sshKeyCreation } from './security';
import { serverCreation } from './servers';
import {
  domainCreation,
  hubCacheCreation,
  sslCreation,
  wafCreation,
  webApplicationCreation,
} from './webApplications';
import { gitRepositoryCreation } from './git';
import type { JsonObject } from '../../base/json';
import type { KindId } from '../../resources/kinds/kinds';

/**
 * Every kind that can be created (API §4 endpoints 2, 3, 4, 6, 8, 10, 17, 19; the rest is
 * observed). Forms, drafts, their schemas and the manifest are derived from it.
 */
export const creations: Readonly<Partial<Record<KindId, Creation>>> = {
  server: serverCreation,
  webApplication: webApplicationCreation,
  gitRepository: gitRepositoryCreation,
  domain: domainCreation,
  ssl: sslCreation,
  waf: wafCreation,
  hubCache: hubCacheCreation,
  cronJob: cronJobCreation,
  supervisorJob: supervisorJobCreation,
  firewallRule: firewallRuleCreation,
  sshKey: sshKeyCreation,
  systemUser: systemUserCreation,
  database: databaseCreation,
  databaseUser: databaseUserCreation,
  integration: integrationCreation,
  atomicProject: atomicProjectCreation,
};

/** The creation of a kind that a draft's content, or an existing resource's, calls for. */
export function creationFor(kind: KindId, content: JsonObject = {}): Creation | undefined {
  const usual = creations[kind];
  return usual?.variants?.find(({ fits }) => fits(content)) ?? usual;
}
