import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { readBody } from '../http/input/body';
import { label } from '../http/input/fields';
import { invalidField, Refusal } from '../http/refusal';
import { webApplicationOf } from '../http/scope';
import { newId } from '../state/store';
import { toIsoTimestamp } from '../state/time';
import type { Waf, WafRule, WebApplicationState } from '../state/webApplication';

const draft = z.object({ field: label, operator: label, value: label, operation: label });

/** The body of this call was never observed; this one has the same field as the answer. */
const order = z.object({ rulesOrdering: z.array(z.int()) });

/** The first id of rules that aren't part of a rule set. */
const firstRuleId = 900_000;

function withWaf(context: SandboxContext): WebApplicationState & { waf: Waf } {
  const webApplication = webApplicationOf(context);
  if (!webApplication.waf) {
    throw new Refusal(404, 'The web application has no web application firewall.');
  }
  return Object.assign(webApplication, { waf: webApplication.waf });
}

async function add(context: SandboxContext): Promise<WafRule> {
  const { waf, wafRules } = withWaf(context);
  const { field, operator, value, operation } = await readBody(context, draft);
  const store = context.get('store');
  const id = newId(store.world);
  const now = toIsoTimestamp(store.now());
  const rule: WafRule = {
    id,
    operation,
    field,
    operator,
    value,
    ruleId: firstRuleId + wafRules.length + 1,
    isEnabled: true,
    created_at: now,
    updated_at: now,
  };
  wafRules.push(rule);
  waf.rulesOrdering.push(id);
  waf.updated_at = now;
  return rule;
}

async function sort(context: SandboxContext): Promise<Waf> {
  const { waf } = withWaf(context);
  const { rulesOrdering } = await readBody(context, order);
  const wanted = new Set<unknown>(rulesOrdering);
  const isWhole = waf.rulesOrdering.every((id) => wanted.has(id));
  if (!isWhole || rulesOrdering.length !== waf.rulesOrdering.length) {
    throw invalidField('rulesOrdering', 'Must have the id of every rule once.');
  }
  waf.rulesOrdering = rulesOrdering;
  waf.updated_at = toIsoTimestamp(context.get('store').now());
  return waf;
}

/** Rules of a web application firewall and their order: all observed. */
export function wafRuleRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.post('/servers/:serverId/webapps/:webappId/waf/rules', async (context) =>
    context.json(await add(context)),
  );
  routes.patch('/servers/:serverId/webapps/:webappId/waf/rules/sort', async (context) =>
    context.json(await sort(context)),
  );
  return routes;
}
