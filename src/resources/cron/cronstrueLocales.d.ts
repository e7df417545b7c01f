declare module 'cronstrue/locales/de.js';
