import * as z from 'zod/mini';
import { defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, isoTimestamp, openEnum, sent } from './fields';

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

const one = '/servers/{serverId}/webapps/{webappId}/waf';

/** API §4 endpoint 15. */
export const readWaf = defineRead('waf.read', one, waf, { versions: documentedV3 });
export const createWaf = defineWrite('waf.create', 'POST', one, { body: wafDraft, answer: waf });
export const updateWaf = defineWrite('waf.update', 'PATCH', one, { body: wafDraft, answer: waf });

/** A rule to add (observed): every request whose field has the value is treated alike. */
export const wafRuleDraft = sent({
  field: openEnum('uri'),
  operator: openEnum('eq'),
  value: z.string(),
  operation: openEnum('block'),
});

/** Returns the rule, which no read lists. */
export const addWafRule = defineWrite('waf.addRule', 'POST', `${one}/rules`, {
  body: wafRuleDraft,
});

/** Observed, but not its body: this is the field in which the order is read. */
export const sortWafRules = defineWrite('waf.sortRules', 'PATCH', `${one}/rules/sort`, {
  body: sent({ rulesOrdering: z.array(z.unknown()) }),
  answer: waf,
});
