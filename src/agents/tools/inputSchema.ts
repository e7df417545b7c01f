import * as z from 'zod/mini';
import { toolInputs } from './inputs';
import type { ToolName } from './toolNames';

/** The JSON schema of a tool's input, as short as possible, because every word costs tokens. */
export function inputSchemaOf(name: ToolName): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(toolInputs[name], {
    io: 'input',
    override: ({ jsonSchema }) => {
      // Every integer has these bounds.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Some clients don't accept an empty schema.
      if (isEmpty(jsonSchema.additionalProperties)) jsonSchema.additionalProperties = true;
    },
  });
  return schema;
}

function isEmpty(schema: z.core.JSONSchema._JSONSchema | undefined): boolean {
  return typeof schema === 'object' && Object.keys(schema).length === 0;
}
