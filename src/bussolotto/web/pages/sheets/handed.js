/** What a link holds behind its `#`: a rule sheet, or house rules; shown before anything is kept. */
import { useLoad } from '../../components/load.js';
import { excuse, useShell } from '../../components/shell.js';
import { decoded, encoded } from '../../line/address.js';
import { post } from '../../line/api.js';
import { html, useEffect, useState } from '../../vendor/preact.js';
import { newWalk } from '../editor/walk.js';
import { PlayNow } from '../home/play-now.js';
import { isRules, readRules } from '../setup/rules-file.js';
import { bring, LARGEST } from './bring.js';
import { credit, numbers } from './words.js';

const CONTENT = '#main'; // where the link over the header leads

/** The text that the address holds behind its `#`; '' if there is none. @param {string} hash */
export function fromHash(hash) {
  try {
    return decoded(hash.replace(/^#/, '')).slice(0, LARGEST + 1);
  } catch {
    return '';
  }
}

/** Does the address hold something that is no text, or only a part of one? @param {string} hash */
export const isBroken = (hash) => hash.length > 1 && hash !== CONTENT && !fromHash(hash);

/** What the address holds, also when it becomes another. */
export function Handed() {
  const { t } = useShell();
  const [hash, follow] = useState(location.hash);
  useEffect(() => {
    const look = () => location.hash !== CONTENT && follow(location.hash);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  if (isBroken(hash)) return html`<p class="problem" role="alert">${t('sheets.link.broken')}</p>`;
  const text = fromHash(hash);
  if (!text) return null;
  return isRules(text)
    ? html`<${HandedRules} key=${hash} text=${text} />`
    : html`<${HandedSheet} key=${hash} text=${text} />`;
}

/** @param {{text: string}} props */
function HandedSheet({ text }) {
  const { t, lang } = useShell();
  const { value, error } = useLoad(
    () =>
      /** @type {Promise<import('../../wire.js').SheetTried>} */ (
        post('/api/sheets/trial', { sheet: text, lang, ...newWalk() })
      ),
    [text, lang],
  );
  const problem = error ?? value?.fault;
  if (problem)
    return html`<section class="sheets-part" aria-labelledby="sheets-handed">
      <h2 id="sheets-handed">${t('sheets.handed.wrong')}</h2>
      <p class="problem" role="alert">${excuse(t, problem)}</p><${Source} text=${text} /></section>`;
  const { facts, texts } = value ?? {};
  if (!facts || !texts) return html`<p class="visually-hidden" role="status">${t('coming')}</p>`;
  const about = texts[`game.${facts.name}.about`];
  const by = { authors: [texts[`game.${facts.name}.author`]].filter(Boolean), rules: null };
  const last = facts.seats[facts.seats.length - 1];
  return html`<section class="sheets-part" aria-labelledby="sheets-handed">
    <h2 id="sheets-handed" translate=${false}>${facts.title}</h2>
    <p class="muted" translate=${false}>${credit(t, { ...by, licence: texts[`game.${facts.name}.licence`] ?? '' })}</p>
    ${about && html`<p translate=${false}>${about}</p>`}
    <p>${t('sheets.players', { numbers: numbers(facts.seats), count: last })}</p>
    <div class="row"><${PlayNow} game=${facts} title="sheets-handed" first=${() => post('/api/sheets', { sheet: text })} />
      <${Keep} text=${text} /></div>
    <${Source} text=${text} /></section>`;
}

/** @param {{text: string}} props */
function HandedRules({ text }) {
  const { t } = useShell();
  const rules = readRules(text);
  if (!rules) return html`<p class="problem" role="alert">${t('sheets.neither')}</p>`;
  const { name, game, licence, about } = rules;
  const by = { authors: rules.authors ?? [], licence: licence ?? '', rules: { game } };
  return html`<section class="sheets-part" aria-labelledby="sheets-handed">
    <h2 id="sheets-handed" translate=${false}>${name}</h2>
    <p class="muted" translate=${false}>${credit(t, by)}</p>
    ${about && html`<p translate=${false}>${about}</p>`}
    <div class="row"><${Keep} text=${text} /></div></section>`;
}

/** @param {{text: string}} props */
function Keep({ text }) {
  const { t, go } = useShell();
  const [problem, fail] = useState('');
  return html`<button type="button" onClick=${() => bring(text, t).then(go, (refusal) => fail(excuse(t, refusal)))}>
      ${t('sheets.keep')}</button>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
}

/** The text itself, for who wants to read or change it. @param {{text: string}} props */
function Source({ text }) {
  const { t, go } = useShell();
  return html`<details class="fold"><summary>${t('sheets.read')}</summary>
    <pre class="sheets-source" tabindex="0" translate=${false}>${text}</pre>
    <p><button type="button" class="quiet" onClick=${() => go(`/sheets/new#${encoded(text)}`)}>${t('sheets.open')}</button>
    </p></details>`;
}
