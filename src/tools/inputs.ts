import * as z from 'zod';
import type { ToolName } from './toolNames';
import { severities } from '../findings/finding';
import { kinds } from '../resources/kinds/kinds';

const kindIds = kinds.map(({ id }) => id);
const kindInput = z
  .enum(kindIds as [(typeof kindIds)[number], ...typeof kindIds])
  .describe('The kind of resource.');
// Without a length, its types become a list of types, which some clients don't understand.
const resourceId = z.union([z.int(), z.string().min(1)]);
const accountInput = z
  .string()
  .describe('The id of the account, as the list of accounts gives it.');
const searchedAccount = accountInput
  .optional()
  .describe('The id of an account; without it the linked one, or all.');
const pageInput = z.int().min(1).max(1000).optional().describe('The page; 1 without it.');

const reference = z.object({
  account: accountInput,
  kind: kindInput,
  ids: z
    .array(resourceId)
    .describe("The ids from the outermost resource to this one: a cron job's are [serverId, id]."),
});

/** The input of each tool; the manifest is generated from it. */
export const toolInputs = {
  serverManagement_listResources: z.object({
    account: accountInput
      .optional()
      .describe('The id of an account; without it the accounts, or what is below the linked one.'),
    kind: kindInput.optional(),
    parents: z
      .array(resourceId)
      .optional()
      .describe('The ids of the parents, from the outermost: [serverId] for cron jobs.'),
    page: pageInput,
  }),
  serverManagement_findResources: z.object({
    account: searchedAccount,
    query: z.string().min(1).describe('Words of a name, an address or an id.'),
    page: pageInput,
  }),
  serverManagement_readResource: reference,
  serverManagement_proposeChange: z.object({
    reason: z
      .string()
      .min(1)
      .max(500)
      .describe('Why, in one sentence; the person reads it in the review.'),
    proposals: z
      .array(
        reference.extend({
          changes: z
            .record(z.string(), z.unknown())
            .describe(
              'New values by field; dots separate nested fields, as in rulesExclusion.drupal.',
            ),
        }),
      )
      .min(1)
      .max(50),
  }),
  serverManagement_listFindings: z.object({
    account: searchedAccount,
    severity: z.enum(severities).optional(),
    page: pageInput,
  }),
  serverManagement_explainCron: z.object({
    expression: z
      .string()
      .describe('Five cron fields: minute, hour, day of month, month, day of week.'),
  }),
  serverManagement_checkConnection: z.object({ account: accountInput }),
} satisfies Record<ToolName, z.ZodType>;
