import { t } from '../../base/l10n';
import { once } from '../../base/lazy';

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

const words: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    accept: () => t('Accept'),
    alias: () => t('Alias'),
    block: () => t('Block'),
    containerized: () => t('Containerized'),
    custom: () => t('Custom'),
    customnginx: () => t('Custom NGINX'),
    development: () => t('Development'),
    dynamic: () => t('Dynamic'),
    eq: () => t('Equals'),
    global: () => t('Anywhere'),
    hybrid: () => t('Hybrid'),
    live: () => t('Live'),
    native: () => t('Native'),
    nativenginx: () => t('Native NGINX'),
    none: () => t('None'),
    'non-www': () => t('To non-www'),
    ondemand: () => t('On demand'),
    'platform-native': () => t('Native to the platform'),
    primary: () => t('Primary'),
    production: () => t('Production'),
    redirect: () => t('Redirect'),
    reject: () => t('Reject'),
    rich: () => t('One address'),
    selfhostedgitlab: () => t('Self-hosted GitLab'),
    staging: () => t('Staging'),
    static: () => t('Static'),
    upcloudobjectstorage: () => t('UpCloud Object Storage'),
    www: () => t('To www'),
  } satisfies Record<string, () => string>),
);

/** Such as `WordPress` for `wordpress` (API §12); others stay as sent: no list is complete. */
export function nameConstant<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value;
  const key = value.toLowerCase();
  return properNames.get(key) ?? words.get(key)?.() ?? namePhp(value);
}

/** The proper name of a provider. Providers are free text, in which other words have any meaning. */
export function nameProvider<Value>(value: Value): Value | string {
  return typeof value === 'string' ? (properNames.get(value.toLowerCase()) ?? value) : value;
}

const byVersion = once(() => new Intl.Collator('en', { numeric: true }));

/** Versions such as `php83`, highest first. */
export function newestFirst(versions: readonly string[]): string[] {
  return versions.toSorted((a, b) => byVersion().compare(namePhp(b), namePhp(a)));
}

export function namePhp<Value>(value: Value): Value | string {
  const php = typeof value === 'string' ? /^php-?(\d)\.?(\d{1,2})$/i.exec(value) : undefined;
  return php ? `PHP ${php[1]}.${php[2]}` : value;
}
