import * as z from 'zod/mini';
import { label } from './fields';

/** The PHP versions that every server has. */
export const phpVersions = ['php81', 'php82', 'php83', 'php84'];

/** One of the server's PHP versions. */
export const phpVersion = z.enum(phpVersions, 'The server does not have this PHP version.');

/** How a web application is served. */
export const stack = z.enum(['hybrid', 'nativenginx', 'customnginx']);

/** Whether a web application is served to the public or developed. */
export const stackMode = z.enum(['production', 'development']);

/** Names of PHP functions, with commas between them; may be empty. */
export const functionNames = z
  .string()
  .check(z.regex(/^[\w\s,\\]*$/, 'Must be names of functions with commas between them.'));

/** These mean something only for a process manager that keeps processes in reserve. */
export const spareFields = [
  'processManagerStartServers',
  'processManagerMinSpareServers',
  'processManagerMaxSpareServers',
] as const;

const count = z.int().check(z.gte(1, 'Must be at least 1.'));
const notNegative = z.int().check(z.gte(0, 'Must not be negative.'));

/** How a web application runs PHP (observed). */
export const phpFields = z.object({
  processManager: z.enum(['ondemand', 'dynamic', 'static']),
  processManagerStartServers: count,
  processManagerMinSpareServers: count,
  processManagerMaxSpareServers: count,
  processManagerMaxChildren: count,
  processManagerMaxRequests: notNegative,
  timezone: label,
  memoryLimit: count,
  maxExecutionTime: notNegative,
  maxInputTime: z.int(),
  maxInputVars: count,
  postMaxSize: count,
  uploadMaxFilesize: count,
  sessionGcMaxlifetime: count,
  allowUrlFopen: z.boolean(),
  disableFunctions: functionNames,
  openBasedir: z.string(),
  clickjackingProtection: z.boolean(),
  xssProtection: z.boolean(),
  mimeSniffingProtection: z.boolean(),
});
