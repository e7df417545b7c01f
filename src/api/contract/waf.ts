import * as z from 'zod';
import { defineEndpoint, documentedV3, observedV3 } from './endpoint';
import { answered, id, isoTimestamp, sent } from './fields';

const exclusions = {
  drupal: z.boolean(),
  wordpress: z.boolean(),
  next_cloud: z.boolean(),
  docu_wiki: z.boolean(),
  xen_foro: z.boolean(),
  magento: z.boolean(),
};

/** The web application firewall of a web application (reference §2.10). */
export const waf = answered({
  id,
  isEnabled: z.boolean(),
  paranoia: z.int(),
  anomaly: z.int(),
  rulesExclusion: answered(exclusions),
  rulesOrdering: z.array(z.unknown()),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
});
/** A web application firewall configuration (reference §2.10). */
export type Waf = z.infer<typeof waf>;

const wafDraft = sent({
  isEnabled: z.boolean(),
  paranoia: z.int(),
  anomaly: z.int(),
  rulesExclusion: sent(exclusions).partial(),
}).partial();

/** Reference §4 endpoint 15. */
export const readWaf = defineEndpoint({
  id: 'waf.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/waf',
  versions: documentedV3,
  answer: waf,
});

/** Observed. */
export const createWaf = defineEndpoint({
  id: 'waf.create',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/waf',
  versions: observedV3,
  body: wafDraft,
  answer: waf,
});

/** Observed. */
export const updateWaf = defineEndpoint({
  id: 'waf.update',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/waf',
  versions: observedV3,
  body: wafDraft,
  answer: waf,
});
