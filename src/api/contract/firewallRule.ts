import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, openEnum, sent, timestamp } from './fields';

/** Request body for creating a firewall rule: `port` is an integer or a range text (API §2.5). */
export const firewallRuleDraft = sent({
  type: openEnum('rich', 'global'),
  port: z.union([z.int(), z.string()]),
  protocol: openEnum('tcp', 'udp'),
  ipAddress: z.optional(z.string()),
  firewallAction: z.optional(openEnum('accept', 'reject')),
});

/** Response body for a firewall rule: `port` is a string (API §2.5). */
export const firewallRule = answered({
  id,
  type: z.string(),
  port: z.string(),
  protocol: z.string(),
  /** Null in rules of type `global`, which have neither address nor action (observed). */
  ipAddress: z.nullable(z.string()),
  firewallAction: z.nullable(z.string()),
  created_at: timestamp,
});

const all = '/servers/{serverId}/security/firewalls';
const one = '/servers/{serverId}/security/firewalls/{firewallId}';

/** API §4 endpoint 8, rule 3: returns a bare array of rules. */
export const createFirewallRule = defineWrite('firewallRule.create', 'POST', all, {
  versions: documentedV3,
  body: firewallRuleDraft,
  answer: z.array(firewallRule),
});

export const listFirewallRules = defineList('firewallRule.list', all, firewallRule);
export const readFirewallRule = defineRead('firewallRule.read', one, firewallRule);

/** Created and deleted rules have no effect on the server until this is called. */
export const deployFirewallRules = defineWrite('firewallRule.deploy', 'PUT', all);
export const deleteFirewallRule = defineWrite('firewallRule.delete', 'DELETE', one);
