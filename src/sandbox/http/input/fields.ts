import * as z from 'zod/mini';

/** A non-empty text of any length. */
export const text = z
  .string()
  .check(z.refine((value) => value.trim() !== '', 'Must not be empty.'));

/** A name chosen by a person. */
export const label = text.check(z.maxLength(255, 'Must have at most 255 characters.'));

/** The name of a system or database user. */
export const userName = z
  .string()
  .check(
    z.regex(
      /^[a-z_][a-z0-9_-]{0,31}$/,
      'Must be a user name of lower-case letters, digits, - and _.',
    ),
  );

/** A password; its limits aren't specified, so any text is accepted. */
export const password = z.string().check(z.minLength(1, 'Must not be empty.'));

export const ipAddress = z.union([z.ipv4(), z.ipv6()], 'Must be an IP address such as 192.0.2.10.');

/** An address or a CIDR range (API §2.5). */
export const ipAddressOrRange = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'Must be an IP address or a CIDR range such as 192.0.2.0/24.',
);

export const domainName = z
  .string()
  .check(
    z.toLowerCase(),
    z.regex(
      /^(?=.{1,253}$)(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/,
      'Must be a domain name such as www.example.com.',
    ),
  );

/** A folder below a web application's root folder; empty for that folder itself. */
export const publicPath = z
  .string()
  .check(z.refine((value) => !value.split('/').includes('..'), 'Must be below the root folder.'));

/** The name of a git branch. */
export const branch = z
  .string()
  .check(z.regex(/^[\w][\w./-]{0,200}$/, 'Must be the name of a branch such as main.'));

/** A repository at its provider. */
export const repository = z
  .string()
  .check(z.regex(/^[\w.-]+(\/[\w.-]+)+$/, 'Must be a repository such as owner/name.'));
