import * as z from 'zod/mini';
import { isObject, type JsonObject } from '../../base/json';

/** The id of a resource, as stored. */
export const storedId = z.union([z.number(), z.string()]);

/** A JSON object, as stored. */
export const storedObject = z.custom<JsonObject>(isObject);

/** A short text that a page sent or stored; empty if it's too long or not a text. */
export const shortText = z.catch(z.string().check(z.maxLength(500)), '');
