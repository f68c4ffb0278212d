/** Handing on a moment of a replay: its link, its picture, the whole match as a file. */
import { CopyField } from '../../components/copy.js';
import { complete } from '../../components/needs.js';
import { Icon } from '../../components/icon.js';
import { save } from '../../components/saving.js';
import { useShell } from '../../components/shell.js';
import { html, useState } from '../../vendor/preact.js';
import { ShareButton } from './invite.js';

/** @typedef {{title: string, names: string, said: string}} Words that stand in the picture */

const TABLE = '.table-main > :first-child:not(.scrubber)'; // not there before the game's page has come

/** @param {{match: string, at: number, narrow: boolean, words: Words}} props */
export function MomentLink({ match, at, narrow, words }) {
  const { t } = useShell();
  return html`<${ShareButton} narrow=${narrow} name=${t('replay.link')}>
    <p>${t('replay.link.text')}</p>
    <${CopyField} label=${t('replay.link')} text=${`${location.origin}/r/${match}#${at}`} share=${t('replay.title')} />
    <p><${PictureButton} ...${{ match, at, words }} /></p>
    <p><a class="button quiet" href=${`/api/matches/${match}/file`} download>
      <${Icon} name="download" /> ${t('result.file')}</a></p>
  <//>`;
}

/**
 * Of the table as it is seen; where a browser cannot take that, a drawing of the position.
 * @param {{match: string, at: number, words: Words}} props
 */
function PictureButton({ match, at, words }) {
  const { t, lang } = useShell();
  const [busy, work] = useState(false);
  const take = async () => {
    work(true);
    try {
      const { pictureOf } = await complete(import('./picture.js'));
      const table = /** @type {HTMLElement} */ (document.querySelector(TABLE));
      const address = URL.createObjectURL(await pictureOf(table, words));
      save(address, `${match}-${at}.png`);
      setTimeout(() => URL.revokeObjectURL(address));
    } catch {
      save(`/api/matches/${match}/picture?version=${at}&lang=${lang}`, `${match}-${at}.svg`);
    }
    work(false);
  };
  return html`<button type="button" class="quiet" aria-disabled=${busy} onClick=${() => void (busy || take())}>
    <${Icon} name="picture" /> ${t('replay.picture')}</button>`;
}
