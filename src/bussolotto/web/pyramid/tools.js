/** The small buttons round a pile: turning it, whose side, names, how it is shown, looking closer. */
import { html } from '../vendor/preact.js';

/** @type {Record<string, string>} lines 24 units wide */
const PATHS = {
  left: 'M4 11a8 8 0 1 1 2.500 6.500M4 5v6h6',
  right: 'M20 11a8 8 0 1 0-2.500 6.500M20 5v6h-6',
  own: 'M12 4v11M7 10.500l5 5 5-5M4 20h16',
  reset: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  names: 'M4 18l5-12h1l5 12M6 14h7M17 10h3M18.500 10v8M17 18h3',
  deep: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9',
  flat: 'M12 5l8.500 14h-17zM7.750 12h8.500M12 19l-4.250-7M12 19l4.250-7',
  closer: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500l5 5M10.500 7.500v6M7.500 10.500h6',
  farther: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500l5 5M7.500 10.500h6',
};

/** @typedef {{name: string, press: () => void, pressed?: boolean, off?: boolean, icon?: string}} Tool */

/** @param {{tools: readonly Tool[], t: import('../types.js').Translate}} props */
export function Tools({ tools, t }) {
  return html`<div class="pile-tools" role="group" aria-label=${t('pyramid.tools')}>
    ${tools.map(
      ({
        name,
        press,
        pressed,
        off,
        icon = name,
      }) => html`<button type="button" key=${name} class="quiet square" aria-label=${t(`pyramid.tool.${name}`)}
          title=${t(`pyramid.tool.${name}`)} aria-pressed=${pressed === undefined ? undefined : String(pressed)}
          aria-disabled=${off ? 'true' : undefined}
          onClick=${() => !off && press()}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d=${PATHS[icon]} /></svg></button>`,
    )}
  </div>`;
}
