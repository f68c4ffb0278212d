/** What a practice table asks for now, and what the last thing done has meant; in the end, on to a match. */
import { complete, needs } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { learn } from '../../words/i18n.js';
import { playNow } from '../setup/wish.js';
import { Learn } from './learn.js';

needs(['later-practice'], [new URL('./practice.css', import.meta.url)]);

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {import('../../wire.js').PracticeTold} PracticeTold */
/** @typedef {{game: Game, told?: PracticeTold, mine: boolean}} Props `mine`: is it for me to decide? */

/** With the texts of this game. @param {string} game @returns {Promise<(props: Props) => any>} */
export async function practiceOf(game) {
  await Promise.all([learn(`later-${game}-practice`), complete(Promise.resolve({ Learn }))]);
  return Practice;
}

/** @param {Props} props */
function Practice({ game, told, mine }) {
  const { t, announce } = useShell();
  const next = told?.next ?? null;
  const last = told?.last ?? null;
  const meant = last ? t(`practice.${game.name}.${last}.done`) : t('practice.begin');
  const asked = next && (mine ? t(`practice.${game.name}.${next}`) : t('practice.wait'));
  useEffect(() => {
    if (told) announce(asked ? `${meant} ${asked}` : meant);
  }, [meant, asked]);
  if (!told) return null;
  return html`<section class="practice" aria-label=${t('practice.title')} data-step=${next ?? 'end'}>
    <p class="practice-meant"><span class="practice-at number" role="img"
        aria-label=${t('practice.at', { n: told.done, of: told.steps })}>${told.done}/${told.steps}</span> ${meant}</p>
    ${asked ? html`<p class="practice-do">${asked}</p>` : html`<${End} game=${game} />`}
  </section>`;
}

/** @param {{game: Game}} props */
function End({ game }) {
  const { t, go, settings } = useShell();
  const [problem, fail] = useState('');
  const play = () => playNow(game, settings).then(go, (refusal) => fail(excuse(t, refusal)));
  return html`<div class="practice-go">
    <button type="button" class="primary" data-play onClick=${play}>${t('practice.play')}</button>
    <${Learn} game=${game} text="practice.again" />
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  </div>`;
}
