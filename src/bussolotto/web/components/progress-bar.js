/** How far something has come that takes a while: its words above a bar. */
import { html } from '../vendor/preact.js';
import { needs } from './needs.js';

needs([], [new URL('./progress-bar.css', import.meta.url)]);

/** @param {{text: string, done?: number, of?: number}} props `done`: undefined while nobody knows */
export const ProgressBar = ({ text, done, of = 1 }) =>
  html`<label class="progress">${text} <progress value=${done} max=${of} /></label>`;
