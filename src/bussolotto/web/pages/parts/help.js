/** What I can do now, and the keys that do it. */
import { wordName } from '../../words/names.js';
import { useShell } from '../../components/shell.js';
import { html, useEffect } from '../../vendor/preact.js';

const SHOWN = 24;

/** @param {() => void} help called at `?`, but not while somebody types */
export function useHelpKey(help) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const typing = /** @type {Element} */ (event.target).matches?.(
        'input:not([type=radio], [type=range], [type=checkbox]), textarea',
      );
      if (event.key === '?' && !typing) help();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

/** @param {{text: string}} props an action: its word in the language of the page, what it names as it is written */
function Choice({ text }) {
  const { t } = useShell();
  const [word, ...rest] = text.split(' ');
  return html`${wordName(t, word)} <span translate=${false}>${rest.join(' ')}</span>`;
}

/**
 * @param {{game: import('../../types.js').Game, legal: number[] | null, shortcuts: {keys: string, text: string}[]}}
 *     props
 */
export function Help({ game, legal, shortcuts }) {
  const { t } = useShell();
  const texts = (legal ?? []).map((action) => game.actions?.[action] ?? String(action));
  const keys = [
    ...shortcuts,
    { keys: '?', text: 'help.key.help' },
    { keys: 'Esc', text: 'help.key.close' },
    { keys: 'Tab', text: 'help.key.tab' },
  ];
  return html`<h3>${t('help.now')}</h3>
    ${
      texts.length
        ? html`<p>${t('help.choices', { n: texts.length })}</p>
          <ul class="help-choices">
            ${texts.slice(0, SHOWN).map((text) => html`<li key=${text}><${Choice} text=${text} /></li>`)}</ul>
          ${texts.length > SHOWN && html`<p class="muted">${t('help.more', { n: texts.length - SHOWN })}</p>`}`
        : html`<p>${t(legal ? 'help.nothing' : 'help.race')}</p>`
    }
    <h3>${t('help.keys')}</h3>
    <dl class="keys">
      ${keys.map(
        ({ keys: pressed, text }) => html`<div key=${pressed}><dt><kbd translate=${false}>${pressed}</kbd></dt>
          <dd>${t(text)}</dd></div>`,
      )}</dl>`;
}
