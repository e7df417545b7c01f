import type { Translate } from '../../base/translate';

/** Software, services and protocols, as people write them in every language. */
const properNames: ReadonlyMap<string, string> = new Map([
  ['bitbucket', 'Bitbucket'],
  ['cloudflare', 'Cloudflare'],
  ['csr', 'CSR'],
  ['digitalocean', 'DigitalOcean'],
  ['dns-01', 'DNS-01'],
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['http-01', 'HTTP-01'],
  ['letsencrypt', "Let's Encrypt"],
  ['linode', 'Linode'],
  ['mariadb', 'MariaDB'],
  ['mysql', 'MySQL'],
  ['nginx', 'NGINX'],
  ['openlitespeed', 'OpenLiteSpeed'],
  ['sftp', 'SFTP'],
  ['tcp', 'TCP'],
  ['udp', 'UDP'],
  ['upcloud', 'UpCloud'],
  ['uri', 'URI'],
  ['vultr', 'Vultr'],
  ['wordpress', 'WordPress'],
]);

const words: ReadonlyMap<string, (t: Translate) => string> = new Map(
  Object.entries({
    accept: (t) => t('Accept'),
    alias: (t) => t('Alias'),
    block: (t) => t('Block'),
    containerized: (t) => t('Containerized'),
    custom: (t) => t('Custom'),
    customnginx: (t) => t('Custom NGINX'),
    development: (t) => t('Development'),
    dynamic: (t) => t('Dynamic'),
    eq: (t) => t('Equals'),
    global: (t) => t('Global'),
    hybrid: (t) => t('Hybrid'),
    live: (t) => t('Live'),
    native: (t) => t('Native'),
    nativenginx: (t) => t('Native NGINX'),
    none: (t) => t('None'),
    'non-www': (t) => t('To non-www'),
    ondemand: (t) => t('On demand'),
    'platform-native': (t) => t('Native to the platform'),
    primary: (t) => t('Primary'),
    production: (t) => t('Production'),
    redirect: (t) => t('Redirect'),
    reject: (t) => t('Reject'),
    rich: (t) => t('Rich'),
    selfhostedgitlab: (t) => t('Self-hosted GitLab'),
    staging: (t) => t('Staging'),
    static: (t) => t('Static'),
    upcloudobjectstorage: (t) => t('UpCloud Object Storage'),
    www: (t) => t('To www'),
  } satisfies Record<string, (t: Translate) => string>),
);

/**
 * The word for one of the values that services are known to use for a field (API §12), such as
 * `WordPress` for `wordpress`. Any other value is shown as sent: no list is complete.
 */
export function nameConstant<Value>(value: Value, t: Translate): Value | string {
  if (typeof value !== 'string') return value;
  const key = value.toLowerCase();
  return properNames.get(key) ?? words.get(key)?.(t) ?? namePhp(value);
}

/** The proper name of a provider. Providers are free text, in which other words have any meaning. */
export function nameProvider<Value>(value: Value): Value | string {
  return typeof value === 'string' ? (properNames.get(value.toLowerCase()) ?? value) : value;
}

const byVersion = new Intl.Collator('en', { numeric: true });

/** Versions such as `php83`, highest first. */
export function newestFirst(versions: readonly string[]): string[] {
  return versions.toSorted((a, b) => byVersion.compare(namePhp(b), namePhp(a)));
}

/** A version of PHP as people write it: `PHP 8.3` for `php83`. */
export function namePhp<Value>(value: Value): Value | string {
  const php = typeof value === 'string' ? /^php-?(\d)\.?(\d{1,2})$/i.exec(value) : undefined;
  return php ? `PHP ${php[1]}.${php[2]}` : value;
}
