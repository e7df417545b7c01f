import * as z from '../schemas';
import { defineEndpoint, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, isoTimestamp, openEnum, sent } from './fields';

const exclusions = {
  drupal: z.boolean(),
  wordpress: z.boolean(),
  next_cloud: z.boolean(),
  docu_wiki: z.boolean(),
  xen_foro: z.boolean(),
  magento: z.boolean(),
};

/** The web application firewall of a web application (API §2.10). */
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
const wafDraft = z.partial(
  sent({
    isEnabled: z.boolean(),
    paranoia: z.int(),
    anomaly: z.int(),
    rulesExclusion: z.partial(sent(exclusions)),
  }),
);

/** API §4 endpoint 15. */
export const readWaf = defineEndpoint({
  id: 'waf.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/waf',
  versions: documentedV3,
  answer: waf,
});

export const createWaf = defineEndpoint({
  id: 'waf.create',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/waf',
  versions: observedV3,
  body: wafDraft,
  answer: waf,
});

export const updateWaf = defineEndpoint({
  id: 'waf.update',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/waf',
  versions: observedV3,
  body: wafDraft,
  answer: waf,
});

/** A rule to add (observed): every request whose field has the value is treated alike. */
export const wafRuleDraft = sent({
  field: openEnum('uri'),
  operator: openEnum('eq'),
  value: z.string(),
  operation: openEnum('block'),
});

/** Returns the rule, which no read lists. */
export const addWafRule = defineEndpoint({
  id: 'waf.addRule',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/waf/rules',
  versions: observedV3,
  body: wafRuleDraft,
  answer: acknowledgement,
});

/** Observed, but not its body: this is the field in which the order is read. */
export const sortWafRules = defineEndpoint({
  id: 'waf.sortRules',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/waf/rules/sort',
  versions: observedV3,
  body: sent({ rulesOrdering: z.array(z.unknown()) }),
  answer: waf,
});
