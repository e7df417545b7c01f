/** Whether a text is an IPv4 or IPv6 address. */
export function isIp(text: string): boolean {
  return isIpV4(text) || isIpV6(text);
}

/** Whether a text is an address or a range of them in CIDR form, such as 192.0.2.0/24. */
export function isIpOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || !isIp(address)) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIpV4(address) ? 32 : 128))
  );
}

function isIpV4(text: string): boolean {
  return (
    /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256)
  );
}

function isIpV6(text: string): boolean {
  return /^[\da-f.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]/`);
}
