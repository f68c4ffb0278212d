/** What I can do now, and the keys that do it. */
import { restName, wordName } from '../../words/choices.js';
import { needs } from '../../components/needs.js';
import { useShell } from '../../components/shell.js';
import { html } from '../../vendor/preact.js';

const SHOWN = 24;

needs([], [new URL('./help.css', import.meta.url)]);

/**
 * The words of what one may do, in their order, each with what follows it: in a race all words of the game.
 * @param {import('../../types.js').Game} game @param {number[] | null} legal
 * @returns {[string, string[]][]}
 */
export function choicesByWord({ actions = [] }, legal) {
  const texts = legal ? legal.map((action) => actions[action] ?? String(action)) : actions;
  const words = [...new Set(texts.map((text) => text.split(' ')[0]))];
  const rests = (/** @type {string} */ word) =>
    texts.filter((text) => text.startsWith(`${word} `)).map((text) => text.slice(word.length + 1));
  return words.map((word) => [word, legal ? rests(word) : []]);
}

/**
 * What a word is for, and what may follow it.
 * @param {{game: import('../../types.js').Game, word: string, rests: string[], at: import('../../words/choices.js').Table}}
 *     props
 */
function Use({ game, word, rests, at }) {
  const { t } = useShell();
  const key = `use.${game.name}.${word}`;
  return html`<dt>${wordName(t, word)}</dt>
    <dd>${t.has(key) && html`<p>${t(key)}</p>`}
      ${
        rests.length > 0 &&
        html`<ul class="help-choices">${rests
          .slice(0, SHOWN)
          .map((rest) => html`<li key=${rest}>${restName(t, game.name, word, rest, at)}</li>`)}</ul>`
      }
      ${rests.length > SHOWN && html`<p class="muted">${t('help.more', { n: rests.length - SHOWN })}</p>`}</dd>`;
}

/**
 * @param {{game: import('../../types.js').Game, legal: number[] | null, shortcuts: {keys: string, text: string}[],
 *     at: import('../../words/choices.js').Table}} props
 */
export function Help({ game, legal, shortcuts, at }) {
  const { t } = useShell();
  const keys = [
    ...shortcuts,
    { keys: '?', text: 'help.key.help' },
    { keys: 'Esc', text: 'help.key.close' },
    { keys: 'Tab', text: 'help.key.tab' },
  ];
  const now = legal ? (legal.length ? 'help.choices' : 'help.nothing') : 'help.race';
  return html`<h3>${t('help.now')}</h3>
    <p>${t(now, { n: legal?.length ?? 0 })}</p>
    <dl class="help-uses">${choicesByWord(game, legal).map(
      ([word, rests]) => html`<${Use} key=${word} game=${game} word=${word} rests=${rests} at=${at} />`,
    )}</dl>
    <h3>${t('help.keys')}</h3>
    <dl class="keys">
      ${keys.map(
        ({ keys: pressed, text }) => html`<div key=${pressed}><dt><kbd translate=${false}>${pressed}</kbd></dt>
          <dd>${t(text)}</dd></div>`,
      )}</dl>`;
}
