/** The words that a service uses for software, as people write them. */
const properNames: ReadonlyMap<unknown, string> = new Map([
  ['nginx', 'NGINX'],
  ['wordpress', 'WordPress'],
]);

/** Names software as people write it: `WordPress` for `wordpress`, `PHP 8.3` for `php83`. */
export function toProperName<Value>(value: Value): Value | string {
  const php = typeof value === 'string' ? /^php(\d)(\d{1,2})$/.exec(value) : undefined;
  return php ? `PHP ${php[1]}.${php[2]}` : (properNames.get(value) ?? value);
}
