import { dayMs } from '../base/moment';

/** From https://www.php.net/supported-versions.php and https://www.php.net/eol.php. */
const securitySupportUntil: Readonly<Record<string, string>> = {
  '5.3': '2014-08-14',
  '5.4': '2015-09-03',
  '5.5': '2016-07-21',
  '5.6': '2018-12-31',
  '7.0': '2019-01-10',
  '7.1': '2019-12-01',
  '7.2': '2020-11-30',
  '7.3': '2021-12-06',
  '7.4': '2022-11-28',
  '8.0': '2023-11-26',
  '8.1': '2025-12-31',
  '8.2': '2026-12-31',
  '8.3': '2027-12-31',
  '8.4': '2028-12-31',
  '8.5': '2029-12-31',
};

/** The support of a version as services name it, such as `php81`; undefined if it isn't known. */
export function findPhpSupport(
  name: unknown,
  now: number,
): { readonly version: string; readonly isOver: boolean } | undefined {
  const match = typeof name === 'string' ? /^php-?(\d)\.?(\d{1,2})/i.exec(name.trim()) : undefined;
  const version = match ? `${match[1]}.${match[2]}` : '';
  const until = Object.hasOwn(securitySupportUntil, version)
    ? securitySupportUntil[version]
    : undefined;
  return until === undefined ? undefined : { version, isOver: Date.parse(until) + dayMs <= now };
}
