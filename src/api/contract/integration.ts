import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, openEnum, sent, timestamp } from './fields';

/** Request body for creating an external API integration (API §2.4). */
export const integrationDraft = sent({
  label: z.string(),
  service: openEnum(
    'cloudflare',
    'linode',
    'digitalocean',
    'upcloud',
    'upcloudobjectstorage',
    'sftp',
  ),
  secret: z.string(),
  username: z.optional(z.string()),
  url: z.optional(z.string()),
  region: z.optional(z.string()),
});

/** Patch for an integration: any field except `region` (API §4 endpoint 7, rule 2). */
const integrationPatch = z.partial(z.omit(integrationDraft, { region: true }));

/** Response body for an integration; reads may truncate a long `secret` (API §2.4). */
export const integration = answered({
  id,
  label: z.string(),
  service: z.string(),
  secret: z.string(),
  created_at: timestamp,
});

/** A change's answer has the service's code, a read its name (observed). */
const changedIntegration = z.extend(integration, {});

const all = '/settings/externalapi';
const one = '/settings/externalapi/{apiId}';

/** API §4 endpoint 6. */
export const createIntegration = defineWrite('integration.create', 'POST', all, {
  versions: documentedV3,
  body: integrationDraft,
  answer: integration,
});

/** API §4 endpoint 7. */
export const updateIntegration = defineWrite('integration.update', 'PATCH', one, {
  versions: documentedV3,
  body: integrationPatch,
  answer: changedIntegration,
});

/** `meta` may be missing. */
export const listIntegrations = defineList('integration.list', all, integration);
export const readIntegration = defineRead('integration.read', one, integration);
export const deleteIntegration = defineWrite('integration.delete', 'DELETE', one);
