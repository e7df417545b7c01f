export function unitOf(megabytes: number): { readonly unit: string; readonly size: number } {
  return megabytes >= 2_048 ? { unit: 'GB', size: 1_024 } : { unit: 'MB', size: 1 };
}
