import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent, timestamp } from './fields';

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
/** API §4 endpoint 8, rule 3: returns a bare array of rules. */
export const createFirewallRule = defineEndpoint({
  id: 'firewallRule.create',
  method: 'POST',
  path: '/servers/{serverId}/security/firewalls',
  versions: documentedV3,
  body: firewallRuleDraft,
  answer: z.array(firewallRule),
});

export const listFirewallRules = defineList({
  id: 'firewallRule.list',
  path: '/servers/{serverId}/security/firewalls',
  versions: observedV3,
  answer: firewallRule,
});

export const readFirewallRule = defineEndpoint({
  id: 'firewallRule.read',
  method: 'GET',
  path: '/servers/{serverId}/security/firewalls/{firewallId}',
  versions: observedV3,
  answer: firewallRule,
});

/** Created and deleted rules have no effect on the server until this is called. */
export const deployFirewallRules = defineEndpoint({
  id: 'firewallRule.deploy',
  method: 'PUT',
  path: '/servers/{serverId}/security/firewalls',
  versions: observedV3,
  answer: acknowledgement,
});

export const deleteFirewallRule = defineEndpoint({
  id: 'firewallRule.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/security/firewalls/{firewallId}',
  versions: observedV3,
  answer: acknowledgement,
});
