/** Below the shelf: people to play with, files, and who I am. */
import { NARROW, useMedia } from '../../components/drawer.js';
import { Icon } from '../../components/icon.js';
import { useShell } from '../../components/shell.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { BlockedPeople } from '../parts/blocked.js';
import { OpenTables } from '../parts/lobby.js';
import { NameField, PersonalLink } from '../parts/me.js';
import { OwnData } from '../parts/own-data.js';
import { Quick } from '../parts/quick.js';

/** @typedef {import('../../types.js').Game} Game */

/** @param {{games: readonly Game[]}} props */
export function Company({ games }) {
  const { t } = useShell();
  const [seeking, seek] = useState(false); // here, for the parts below are others when the phone is turned
  return html`<div class="company">
    <${Folding} title=${t('quick.title')} class="quick" open=${seeking}>
      <${Quick} games=${games} seeking=${seeking} seek=${seek} /><//>
    <${Folding} title=${t('home.tables')} class="lobby"><${OpenTables} games=${games} /><//>
    <${Folding} title=${t('home.me')} class="home-me"><${NameField} />
      <p><a class="home-file" href="/my-games"><${Icon} name="odds" /> ${t('home.mine')}</a></p>
      <${PersonalLink} /><${BlockedPeople} /><${OwnData} /><//>
  </div>`;
}

/**
 * A part of the page; on a phone only its title, until one asks for it.
 * @param {{title: string, class: string, open?: boolean, children?: any}} props `open`: is it unfolded where the page becomes narrow?
 */
function Folding({ title, class: name, open, children }) {
  const narrow = useMedia(NARROW);
  const folded = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (open && folded.current) folded.current.open = true;
  }, [narrow]);
  if (!narrow) return html`<section class=${name}><h2>${title}</h2>${children}</section>`;
  return html`<details class=${`fold ${name}`} ref=${folded}>
    <summary class="folding"><h2>${title}</h2></summary>${children}</details>`;
}
