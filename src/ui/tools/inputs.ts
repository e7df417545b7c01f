import * as z from 'zod';
import type { ToolName } from './toolNames';
import { kinds } from '../../resources/kinds/kinds';

const kindIds = kinds.map(({ id }) => id);
const kind = z
  .enum(kindIds as [(typeof kindIds)[number], ...typeof kindIds])
  .describe('The kind of resource.');
const resourceId = z.union([z.int(), z.string()]);
const account = z.string().describe('The id of the account, as the list of accounts gives it.');

const reference = z.object({
  account,
  kind,
  ids: z
    .array(resourceId)
    .describe("The ids from the outermost resource to this one: a cron job's are [serverId, id]."),
});

/** What each tool takes. The manifest states the same, and a test keeps them equal. */
export const toolInputs = {
  serverManagement_listResources: z.object({
    account: account.optional().describe('The id of an account; without it the accounts.'),
    kind: kind.optional(),
    parents: z
      .array(resourceId)
      .optional()
      .describe('The ids of the parents, from the outermost: [serverId] for cron jobs.'),
    page: z.int().min(1).optional().describe('The page, 40 resources each; 1 without it.'),
  }),
  serverManagement_findResources: z.object({
    query: z.string().min(1).describe('Words of a name, an address or an id.'),
  }),
  serverManagement_readResource: reference,
  serverManagement_proposeChange: reference.extend({
    changes: z
      .record(z.string(), z.unknown())
      .describe('New values by field; dots separate nested fields, as in rulesExclusion.drupal.'),
  }),
  serverManagement_explainCron: z.object({
    expression: z
      .string()
      .describe('Five cron fields: minute, hour, day of month, month, day of week.'),
  }),
  serverManagement_checkConnection: z.object({ account }),
} satisfies Record<ToolName, z.ZodType>;
