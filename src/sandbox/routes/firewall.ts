import { Hono } from 'hono';
import * as z from 'zod/mini';
import { firewallRuleDraft } from '../../api/contract/firewallRule';
import { readBody } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { ipAddress, ipAddressOrRange, label } from '../http/input/fields';
import { answerPage, readPageQuery, slicePage } from '../http/paging';
import { port } from '../http/port';
import { invalidField } from '../http/refusal';
import { itemOf, remove, serverContentsOf } from '../http/scope';
import type { FirewallRule } from '../state/contents';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const draft = z.extend(firewallRuleDraft, {
  type: label,
  port,
  protocol: label,
  ipAddress: z.nullish(ipAddressOrRange),
  firewallAction: z.nullish(label),
});
type Draft = z.infer<typeof draft>;

const blocked = z.object({ ip: ipAddress });

/** The address and action of a rule; a `global` rule has neither (observed). */
function target({ type, ipAddress = null, firewallAction = null }: Draft): {
  ipAddress: string | null;
  firewallAction: string | null;
} {
  if (type === 'global') return { ipAddress: null, firewallAction: null };
  if (type === 'rich' && !ipAddress) throw invalidField('ipAddress', 'A rich rule needs it.');
  if (type === 'rich' && !firewallAction) {
    throw invalidField('firewallAction', 'A rich rule needs it.');
  }
  return { ipAddress, firewallAction };
}

function ruleOf(context: SandboxContext): FirewallRule {
  return itemOf(context, serverContentsOf(context).firewallRules, 'firewallId', 'firewall rule');
}

/** The firewall and the blocked addresses. */
export function firewallRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  addRuleRoutes(routes);
  addBlockedAddressRoutes(routes);
  return routes;
}

/** Rules are created by API §4 endpoint 8; the rest was observed. */
function addRuleRoutes(routes: SandboxRoutes): void {
  // The array of endpoint 8 contains only the created rule: the reference says that an array is
  // returned, and the body describes one rule.
  routes.post('/servers/:serverId/security/firewalls', async (context) => {
    const { firewallRules } = serverContentsOf(context);
    const body = await readBody(context, draft);
    const { type, protocol } = body;
    const { ipAddress, firewallAction } = target(body);
    const store = context.get('store');
    const rule: FirewallRule = {
      id: newId(store.world),
      type,
      port: String(body.port),
      protocol,
      ipAddress,
      firewallAction,
      created_at: toTimestamp(store.now()),
    };
    firewallRules.push(rule);
    return context.json([rule]);
  });
  routes.get('/servers/:serverId/security/firewalls', (context) =>
    answerPage(context, serverContentsOf(context).firewallRules, 20),
  );
  routes.put('/servers/:serverId/security/firewalls', (context) => {
    const contents = serverContentsOf(context);
    contents.deployedFirewall = [...contents.firewallRules];
    return context.json({ message: 'The firewall rules were deployed.' });
  });
  routes.get('/servers/:serverId/security/firewalls/:firewallId', (context) =>
    context.json(ruleOf(context)),
  );
  routes.delete('/servers/:serverId/security/firewalls/:firewallId', (context) => {
    const rule = ruleOf(context);
    remove(serverContentsOf(context).firewallRules, rule);
    return context.json(rule);
  });
}

function addBlockedAddressRoutes(routes: SandboxRoutes): void {
  // A bare array, which still supports page and perPage (API §4 rule 1).
  routes.get('/servers/:serverId/security/fail2ban/blockedip', (context) => {
    const { blockedAddresses } = serverContentsOf(context);
    return context.json(slicePage(blockedAddresses, readPageQuery(context, 40)));
  });
  routes.delete('/servers/:serverId/security/fail2ban/blockedip', async (context) => {
    const { blockedAddresses } = serverContentsOf(context);
    const { ip } = await readBody(context, blocked);
    if (!blockedAddresses.includes(ip)) throw invalidField('ip', 'This address is not blocked.');
    remove(blockedAddresses, ip);
    return context.json({ message: `The address ${ip} is no longer blocked.` });
  });
}
