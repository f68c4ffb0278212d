/** What a table plays by, told to all before they sit: what differs from the usual rules first, then all the rest. */
import { Later } from '../components/when-needed.js';
import { gameTitle } from '../words/names.js';
import { optionName, optionNote, optionValue } from '../words/options.js';
import { complete, needs } from '../components/needs.js';
import { useShell } from '../components/shell.js';
import { html } from '../vendor/preact.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Translate} Translate */

needs(['later-presets', 'later-lobby', 'later-waiting'], [new URL('./house-rules.css', import.meta.url)]);

/** @param {{table: import('../types.js').Table, game: Game}} props */
export function HouseRules({ table, game }) {
  const { t } = useShell();
  return html`<h2>${t('waiting.rules')}${table.evening && ` · ${gameTitle(t, table.game)}`}</h2>
    ${table.preset && html`<p class="options-name" translate=${false}>${table.preset}</p>`}
    <${RuleList} game=${game} options=${table.options}>
      ${table.dice === 'real' && html`<${Line} name=${t('dice.title')} value=${t('dice.told')} />`}
      ${
        table.clock &&
        html`<${Later} needed load=${() => complete(import('./parts/clock.js')).then((part) => part.Rule)}
            table=${table} />`
      }
      ${table.pace === 'days' && html`<${Line} name=${t('lobby.pace')} value=${t('lobby.pace.days')} />`}
      ${table.hints && html`<${Line} name=${t('setup.hints')} value=${t('setup.hints.allowed')} />`}
      ${table.chat !== 'phrases' && html`<${Line} name=${t('setup.chat')} value=${t(`setup.chat.${table.chat}`)} />`}
    <//>`;
}

/**
 * Every option of a game: those changed, with what is printed or usual; the other house rules; folded, its numbers.
 * @param {{game: Game, options: Record<string, string>, children?: any}} props
 */
export function RuleList({ game, options, children }) {
  const { t } = useShell();
  const all = Object.entries(options).filter(([name]) => game.options[name]);
  const isChanged = (/** @type {string[]} */ [name, value]) => value !== game.options[name][0];
  const isNumber = (/** @type {string[]} */ [name]) => game.numbers.includes(name);
  const rest = all.filter((one) => !isChanged(one) && isNumber(one));
  const line = (
    /** @type {string[]} */ [name, value],
  ) => html`<${Line} key=${name} name=${optionName(t, game.name, name)} value=${optionValue(t, game.name, name, value)}
      changed=${isChanged([name, value])} note=${optionNote(t, game, name, value)} />`;
  return html`<dl class="options">${children}${all.filter(isChanged).map(line)}
    ${all.filter((one) => !isChanged(one) && !isNumber(one)).map(line)}</dl>
    ${
      rest.length > 0 &&
      html`<details class="fold options-rest">
        <summary>${t('presets.rest', { n: rest.length })}</summary><dl>${rest.map(line)}</dl></details>`
    }`;
}

/** @param {{name: string, value: string, changed?: boolean, note?: string}} props `note`: what is printed or usual */
function Line({ name, value, changed = false, note = '' }) {
  return html`<div class=${changed ? 'option-changed' : ''}><dt>${name}</dt>
    <dd>${value}${note && html` <small class="muted">${note}</small>`}</dd></div>`;
}
