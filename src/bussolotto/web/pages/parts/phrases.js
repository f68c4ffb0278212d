/**
 * The set phrases by their numbers, as the server counts them: new ones come at the end. Each reads `talk.phrase.NAME`
 * in his own language.
 */
export const PHRASES = [
  'hello',
  'luck',
  'yours',
  'well',
  'nice',
  'wow',
  'oh',
  'sorry',
  'thanks',
  'moment',
  'ready',
  'game',
  'again',
  'night',
];
