import * as z from 'zod';

/** A text that says something, of any length. */
export const text = z.string().refine((value) => value.trim() !== '', 'Must not be empty.');

/** A name that a person gives to a thing. */
export const label = text.max(255, 'Must have at most 255 characters.');

/** The name of a system or database user. */
export const userName = z
  .string()
  .regex(/^[a-z_][a-z0-9_-]{0,31}$/, 'Must be a user name of lower-case letters, digits, - and _.');

/** A password; its bounds are not given, so any text will do. */
export const password = z.string().min(1, 'Must not be empty.');

/** An IP address. */
export const ipAddress = z.union([z.ipv4(), z.ipv6()], 'Must be an IP address such as 192.0.2.10.');

/** An address or a CIDR range (reference §2.5). */
export const ipAddressOrRange = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'Must be an IP address or a CIDR range such as 192.0.2.0/24.',
);

/** The name of a domain. */
export const domainName = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{1,253}$)(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/,
    'Must be a domain name such as www.example.com.',
  );
