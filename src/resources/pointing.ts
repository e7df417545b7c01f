import { contains, isIp, parseIpRange } from './network/ipRange';
import { toPlain } from '../base/foreignText';
import { isObject } from '../base/json';
import { t } from '../base/l10n';

/** The addresses of a name. Rejects as Node's `dns.lookup` does. */
type LookUpName = (name: string) => Promise<readonly string[]>;

/** Says whether a certificate of a domain can be renewed on a server with this address. */
export async function describePointing(
  domain: string,
  server: unknown,
  lookUp: LookUpName,
): Promise<string> {
  const name = toPlain(domain);
  const addresses = await lookUp(domain.replace(/^\*\./, '')).catch((error: unknown) => {
    const code = isObject(error) ? error['code'] : undefined;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
  });
  if (!addresses) return t("It isn't known where {0} points: it couldn't be looked up.", name);
  const found = addresses.filter(isIp);
  if (found.length === 0) return t("{0} doesn't point anywhere: renewal can't work.", name);
  const own = typeof server === 'string' ? parseIpRange(server) : undefined;
  if (!own) return t("{0} points to {1}. The server's address isn't known.", name, list(found));
  const address = toPlain(String(server));
  const others = found.filter((each) => !contains([own], each));
  // The service names one address of a server: one of the other family may be the server's, too.
  const elsewhere = others.filter((each) => parseIpRange(each)?.family === own.family);
  if (others.length === found.length) {
    return elsewhere.length > 0
      ? t(
          "{0} points to {1}, not to this server ({2}): renewal can't work, unless a proxy there forwards to it.",
          name,
          list(found),
          address,
        )
      : t(
          "{0} points to {1}. It isn't known if that is this server ({2}).",
          name,
          list(found),
          address,
        );
  }
  const here = t('{0} points to this server ({1}).', name, address);
  if (others.length === 0) return here;
  const more =
    elsewhere.length > 0
      ? t('It also points to {0}: renewal may fail.', list(elsewhere))
      : t("It also points to {0}, and it isn't known if that is this server.", list(others));
  return `${here} ${more}`;
}

function list(addresses: readonly string[]): string {
  return addresses.join(', ');
}
