import { useLanguage } from '../../../src/base/l10n';

/** Runs a part of a test in another language than English. */
export async function inLanguage(
  language: string,
  translations: Record<string, string>,
  run: () => unknown,
): Promise<void> {
  useLanguage(language, translations);
  try {
    await run();
  } finally {
    useLanguage('en');
  }
}
