import { readFileSync } from 'node:fs';

/** A step of the walkthrough. */
export interface Step {
  readonly title: string;
  /** The picture's file. */
  readonly file: string;
  readonly picture: string;
}

/** The steps of the walkthrough, in English, in their order. */
export function walkthroughSteps(): readonly Step[] {
  const texts = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly contributes: {
      readonly walkthroughs: readonly {
        readonly steps: readonly {
          readonly title: string;
          readonly media: { readonly svg: string };
        }[];
      }[];
    };
  };
  return contributes.walkthroughs
    .flatMap(({ steps }) => steps)
    .map(({ title, media: { svg } }) => ({
      title: texts[title.slice(1, -1)] ?? title,
      file: svg,
      picture: readFileSync(svg, 'utf8'),
    }));
}
