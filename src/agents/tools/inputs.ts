import * as z from 'zod/mini';
import type { ToolName } from './toolNames';
import { severities } from '../../findings/finding';
import { findKind, kinds } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { ToolServices } from './tool';
import { toVisible } from '../../base/foreignText';
import { t } from '../../base/l10n';

const kindIds = kinds.map(({ id }) => id);
const kindInput = z
  .enum(kindIds as [(typeof kindIds)[number], ...typeof kindIds])
  .check(z.describe('The kind of resource.'));
// Without a length, its types become a list of types, which some clients don't understand.
const resourceId = z.union([z.int(), z.string().check(z.minLength(1))]);
const accountInput = z
  .string()
  .check(z.describe('The id of the account, as the list of accounts gives it.'));
const searchedAccount = z
  .optional(accountInput)
  .check(z.describe('The id of an account; without it the linked one, or all.'));
const pageInput = z
  .optional(z.int().check(z.gte(1), z.lte(1000)))
  .check(z.describe('The page; 1 without it.'));

const reference = z.object({
  account: accountInput,
  kind: kindInput,
  ids: z
    .array(resourceId)
    .check(
      z.describe(
        "The ids from the outermost resource to this one: a cron job's are [serverId, id].",
      ),
    ),
});

export const toolInputs = {
  serverManagement_listResources: z.object({
    account: z
      .optional(accountInput)
      .check(
        z.describe(
          'The id of an account; without it the accounts, or what is below the linked one.',
        ),
      ),
    kind: z.optional(kindInput),
    parents: z
      .optional(z.array(resourceId))
      .check(z.describe('The ids of the parents, from the outermost: [serverId] for cron jobs.')),
    page: pageInput,
  }),
  serverManagement_findResources: z.object({
    account: searchedAccount,
    query: z.string().check(z.minLength(1), z.describe('Words of a name, an address or an id.')),
    page: pageInput,
  }),
  serverManagement_readResource: reference,
  serverManagement_proposeChange: z.object({
    reason: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(500),
        z.describe('Why, in one sentence; the person reads it in the review.'),
      ),
    proposals: z
      .array(
        z.extend(reference, {
          changes: z
            .record(z.string(), z.unknown())
            .check(
              z.describe(
                'New values by field; dots separate nested fields, as in rulesExclusion.drupal.',
              ),
            ),
        }),
      )
      .check(z.minLength(1), z.maxLength(50)),
  }),
  serverManagement_listFindings: z.object({
    account: searchedAccount,
    severity: z.optional(z.enum(severities)),
    page: pageInput,
  }),
} satisfies Record<ToolName, z.ZodMiniType>;

/** Its kind, account and names, as far as they are known. */
export async function describeTarget(
  { trailOf }: ToolServices,
  target: ResourceReference,
): Promise<string> {
  const trail = await trailOf(target);
  return `${t(findKind(target.kind).names.one)} “${toVisible(trail.join(' › '))}”`;
}
