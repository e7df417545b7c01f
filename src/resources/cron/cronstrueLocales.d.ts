/** Registers the German texts with cronstrue. */
declare module 'cronstrue/locales/de.js';
