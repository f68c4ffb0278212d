/** Line icons, 24 units wide, in the colour of the text beside them. Decorative: the control has the name. */
import { html } from '../vendor/preact.js';

const PATHS = {
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  back: 'M15 5l-7 7 7 7',
  bot: 'M5 9h14v10H5zM12 9V5M9 13v2M15 13v2M2 13v3M22 13v3M12 5h.01',
  check: 'M5 12.5l4.5 4.5L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  dark: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  dice: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9M12 7.500h.01M8 14.500h.01M16 14.500h.01',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  flag: 'M6 21V4h12l-2.5 4L18 12H6',
  hand: 'M4 12h11M11 7l5 5-5 5M20 4v16',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5h.01M12 2.5a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19z',
  hide: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 4l16 16',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 19M19 5l-1.500 1.500M6.500 17.500L5 19',
  log: 'M5 6h14M5 12h14M5 18h9',
  menu: 'M5 12h.01M12 12h.01M19 12h.01',
  odds: 'M5 20V11M12 20V4M19 20v-6',
  pause: 'M8 5v14M16 5v14',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.500-6 8-6s8 2 8 6',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.01',
  play: 'M7 5l12 7-12 7z',
  result: 'M7 4h10v6a5 5 0 0 1-10 0zM7 6H4v2a3 3 0 0 0 3 3M17 6h3v2a3 3 0 0 1-3 3M12 15v5M8 20h8',
  rules: 'M4 5c3-1.500 6-1 8 1 2-2 5-2.500 8-1v14c-3-1.500-6-1-8 1-2-2-5-2.500-8-1zM12 6v14',
  share: 'M12 15V4M8 7.500L12 4l4 3.500M6 11H5v9h14v-9h-1',
  silence: 'M4 9.500h4l5-4.500v14l-5-4.500H4zM17 9.500l5 5M22 9.500l-5 5',
  sound: 'M4 9.500h4l5-4.500v14l-5-4.500H4zM17 9a4.500 4.500 0 0 1 0 6M19.500 6.500a8 8 0 0 1 0 11',
  talk: 'M4 5h16v11h-9l-5 4v-4H4z',
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {{name: IconName}} props */
export function Icon({ name }) {
  return html`<svg class=${`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${PATHS[name]} />
  </svg>`;
}
