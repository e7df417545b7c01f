interface PageParts {
  /** The source of the extension's files, for the page's content security policy. */
  readonly cspSource: string;
  /** Allows the one script to run, and no other. */
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  readonly language: string;
  readonly title: string;
  readonly loading: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Nothing is inline; its policy allows the extension's own script and style, and nothing else. */
export function toPageHtml(parts: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${parts.nonce}'`,
    `style-src ${parts.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const data = Object.entries(parts.data)
    .map(([name, value]) => ` data-${name}="${escape(value)}"`)
    .join('');
  return `<!doctype html>
<html lang="${escape(parts.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(parts.title)}</title>
<link rel="stylesheet" href="${escape(parts.style)}">
</head>
<body>
<main id="panel" aria-busy="true"${data}>
<h1>${escape(parts.title)}</h1>
<p class="note">${escape(parts.loading)}</p>
<div class="skeleton" aria-hidden="true"><div></div><div></div><div></div><div></div><div></div></div>
</main>
<div id="live" class="live" aria-live="polite"></div>
<script nonce="${escape(parts.nonce)}" src="${escape(parts.script)}"></script>
</body>
</html>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
