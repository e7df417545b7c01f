import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent, timestamp } from './fields';

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
/** API §4 endpoint 6. */
export const createIntegration = defineEndpoint({
  id: 'integration.create',
  method: 'POST',
  path: '/settings/externalapi',
  versions: documentedV3,
  body: integrationDraft,
  answer: integration,
});

/** API §4 endpoint 7. */
export const updateIntegration = defineEndpoint({
  id: 'integration.update',
  method: 'PATCH',
  path: '/settings/externalapi/{apiId}',
  versions: documentedV3,
  body: integrationPatch,
  answer: integration,
});

/** `meta` may be missing. */
export const listIntegrations = defineList({
  id: 'integration.list',
  path: '/settings/externalapi',
  versions: observedV3,
  answer: integration,
});

export const readIntegration = defineEndpoint({
  id: 'integration.read',
  method: 'GET',
  path: '/settings/externalapi/{apiId}',
  versions: observedV3,
  answer: integration,
});

export const deleteIntegration = defineEndpoint({
  id: 'integration.delete',
  method: 'DELETE',
  path: '/settings/externalapi/{apiId}',
  versions: observedV3,
  answer: acknowledgement,
});
