import { formats } from '../../editor/formats';
import { t } from '../../editor/l10n';
import type { Presentation, Resource } from '../../../resources/kinds/kind';
import { presentIn } from '../../../resources/names/present';
import type { ResourceReference } from '../../../resources/reference';

/** Describes a resource in the editor's language; if nothing is known of it, by its kind and id. */
export function present(
  reference: ResourceReference,
  resource: Resource | undefined,
): Presentation {
  return presentIn({ t, formats }, reference, resource);
}
