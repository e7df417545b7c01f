import * as z from 'zod';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent } from './fields';

/** Observed: both pull keys are credentials. */
export const webApplication = answered({
  id,
  server_user_id: z.int().nullish(),
  name: z.string(),
  rootPath: z.string().nullish(),
  publicPath: z.string().nullish(),
  phpVersion: z.string().nullish(),
  stack: z.string().nullish(),
  stackMode: z.string().nullish(),
  type: z.string().nullish(),
  defaultApp: z.boolean().nullish(),
  alias: z.int().nullish(),
  pullKey1: z.string().nullish(),
  pullKey2: z.string().nullish(),
  created_at: z.string().nullish(),
});
/** A web application (observed). */
export type WebApplication = z.infer<typeof webApplication>;

/** Observed without its fields: those of the read that a person chooses. */
export const webApplicationDraft = sent({
  name: z.string(),
  phpVersion: z.string().optional(),
  stack: openEnum('hybrid', 'nativenginx', 'customnginx').optional(),
  stackMode: openEnum('production', 'development').optional(),
});

/** Observed. */
export const listWebApplications = defineList({
  id: 'webApplication.list',
  path: '/servers/{serverId}/webapps',
  versions: observedV3,
  filters: ['search', 'sortColumn', 'sortDirection'],
  answer: webApplication,
});

/** Observed. */
export const readWebApplication = defineEndpoint({
  id: 'webApplication.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}',
  versions: observedV3,
  answer: webApplication,
});

/** Observed: a free-form object. */
export const readWebApplicationSettings = defineEndpoint({
  id: 'webApplication.settings',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/settings',
  versions: observedV3,
  answer: answered({}),
});

/** Observed. */
export const createCustomWebApplication = defineEndpoint({
  id: 'webApplication.createCustom',
  method: 'POST',
  path: '/servers/{serverId}/webapps/custom',
  versions: observedV3,
  body: webApplicationDraft,
  answer: webApplication,
});

/** Observed. */
export const createWordPressWebApplication = defineEndpoint({
  id: 'webApplication.createWordPress',
  method: 'POST',
  path: '/servers/{serverId}/webapps/wordpress',
  versions: observedV3,
  body: webApplicationDraft,
  answer: webApplication,
});

/** Observed. */
export const deleteWebApplication = defineEndpoint({
  id: 'webApplication.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}',
  versions: observedV3,
  answer: acknowledgement,
});
