/** The lab: what happens to a game when a number of it changes; asked here, played by the server, drawn as it fills. */
import { get } from '../line/api.js';
import { CopyField } from '../components/copy.js';
import { needs } from '../components/needs.js';
import { useLoad } from '../components/load.js';
import { ProgressBar } from '../components/progress-bar.js';
import { excuse, useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { isOpen } from '../components/work.js';
import { forgetQuestion, keepQuestion, keptQuestions } from '../storage/lab.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { learn } from '../words/i18n.js';
import { Form, Select } from './lab/form.js';
import { asked, axesOf, firstQuestion, gameIn, PLAYERS, read, usedAxes, written } from './lab/question.js';
import { Results } from './lab/results.js';
import { useReveal } from './lab/reveal.js';
import { useStudy } from './lab/study.js';
import { axisName, leftSaid, valueName } from './lab/words.js';
import { Coming, Failed } from './missing.js';
import { Header, HomeLink } from './parts/header.js';
import { playNow } from './setup/wish.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('./lab/question.js').Question} Question */
/** @typedef {import('./lab/question.js').Bounds} Bounds */

needs(['later-lab', 'later-home', 'later-options', 'later-presets'], [new URL('./lab/lab.css', import.meta.url)]);

const LONGEST_NAME = 60;
const SHEETS = 20; // the newest, which are offered

/** @param {{id?: string}} props `id`: a question that somebody hands on */
export function Page({ id }) {
  const { t } = useShell();
  useTitle(t('lab.title'));
  const { value, error, again } = useLoad(async () => {
    const [bounds, offered] = await Promise.all([get('/api/lab'), known(id)]);
    return { ...offered, bounds: /** @type {Bounds} */ (bounds) };
  });
  if (error) return html`<${Failed} problem=${error} again=${again} />`;
  if (!value) return html`<${Coming} />`;
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="lab" tabindex="-1">
      <div><h1>${t('lab.title')}</h1><p class="muted">${t('lab.text')}</p></div>
      ${value.wrong && html`<p class="problem" role="alert">${wrongSaid(t, value.wrong)}</p>`}
      ${value.bounds.on ? html`<${Lab} key=${id} id=${id} ...${value} />` : html`<p>${t('lab.off')}</p>`}
    </main>`;
}

/**
 * What can be asked about: the games, the newest rule sheets, and the one of a question that somebody hands on; and
 * why that is not there.
 * @param {string | undefined} id @returns {Promise<{games: Game[], wrong: unknown}>} `wrong`: null if nothing is
 */
async function known(id) {
  const games = /** @type {Game[]} */ (await get(`/api/games?sheets=${SHEETS}`));
  const asked = gameIn(id);
  if (id && !asked) return { games, wrong: 'lab.link.broken' };
  if (!asked || games.some(({ name }) => name === asked)) return { games, wrong: null };
  return get(`/api/games/${asked}`).then(
    (found) => ({ games: [...games, found], wrong: null }),
    (refusal) => ({ games, wrong: refusal.status === 404 ? 'lab.link.unknown' : refusal }),
  );
}

/** @param {import('../types.js').Translate} t @param {unknown} wrong the key of a text, or what the server answered */
const wrongSaid = (t, wrong) => (typeof wrong === 'string' ? t(wrong) : excuse(t, wrong));

/** @param {{id?: string, games: readonly Game[], bounds: Bounds}} props */
function Lab({ id, games, bounds }) {
  const { t } = useShell();
  const handed = useRef(read(id, games)).current;
  const [question, set] = useState(handed ?? firstQuestion(games[0]));
  const [posed, pose] = useState(/** @type {Question | null} */ (null));
  const { study, problem, ask, stop } = useStudy();
  const game = gameOf(games, question);
  const words = useLoad(() => learn(game.name).then(() => game.name), [game.name]);
  const go = (/** @type {Question} */ wanted) => {
    pose(wanted);
    history.replaceState(null, '', `/lab/${written(wanted)}${location.search}`);
    return ask(asked(gameOf(games, wanted), wanted));
  };
  const { place: found, revealNext } = useReveal(study?.study);
  const begin = (/** @type {Question} */ wanted) => {
    revealNext();
    return go(wanted);
  };
  useEffect(() => {
    if (handed) begin(handed);
  }, []);
  const change = (/** @type {Partial<Question>} */ news) => set({ ...question, ...news });
  return html`<div class="lab-columns">
    <section class="lab-left" aria-label=${t('lab.question')}>
      <${Form} games=${games} game=${game} question=${question} change=${change} set=${set} bounds=${bounds}
          busy=${isOpen(study) && posed !== null && written(posed) === written({ ...question, name: posed.name })}
          go=${() => begin({ ...question, name: '' })} problem=${problem} />
      <${Kept} />
    </section>
    <section class="lab-found" ref=${found} aria-label=${t('lab.found-here')}>
      ${posed?.name && html`<h2 translate=${false}>${posed.name}</h2>`}
      ${
        posed && study
          ? html`<${State} study=${study} stop=${stop} go=${() => go(posed)} minutes=${bounds.minutes} />`
          : html`<p class="lab-empty muted">${t('lab.empty')}</p>`
      }
      ${
        posed &&
        study?.result &&
        !study.result.compiling &&
        words.value &&
        html`<${Results} key=${study.study} game=${gameOf(games, posed)} result=${study.result} />
          <${Onward} key=${written(posed)} game=${gameOf(games, posed)} question=${posed} result=${study.result} />`
      }
    </section>
  </div>`;
}

/** @param {readonly Game[]} games @param {Question} question */
const gameOf = (games, question) => games.find(({ name }) => name === question.game) ?? games[0];

/**
 * How far it is, and stopping it.
 * @param {{study: import('../wire.js').LabView, stop: () => void, go: () => void, minutes: number}} props
 */
function State({ study, stop, go, minutes }) {
  const { t } = useShell();
  const { state, result } = study;
  if (isOpen(study)) {
    const text =
      state === 'waiting'
        ? t('lab.waiting')
        : result?.compiling
          ? t('lab.compiling')
          : t('lab.playing', { n: result?.played ?? 0 });
    return html`<div class="lab-state"><${ProgressBar} text=${text} done=${result?.done ?? undefined} />
      <button type="button" onClick=${stop}>${t('lab.stop')}</button>
      <p class="muted">${leftSaid(t, result?.left_s, minutes)}</p></div>`;
  }
  if (state === 'done')
    return html`<p class="lab-state muted" role="status">${result?.played ? t('lab.done', { n: result.played }) : t('lab.done.all')}</p>`;
  return html`<div class="lab-state"><p role="status">${t(state === 'failed' ? 'lab.failed' : 'lab.stopped')}</p>
    <button type="button" onClick=${go}>${t('lab.go-on')}</button></div>`;
}

/** Playing by what was found, keeping the question, handing it on. @param {{game: Game, question: Question, result: any}} props */
function Onward({ game, question, result }) {
  const { t, go, settings, announce } = useShell();
  const [name, call] = useState(question.name);
  const [problem, fail] = useState('');
  const axes = usedAxes(game, question).filter(({ option }) => option !== PLAYERS);
  const [chosen, choose] = useState(/** @type {Record<string, string>} */ ({}));
  const options = { ...question.options, ...firstValues(axes, question, result), ...chosen };
  const path = `/lab/${written({ ...question, name: name.trim() })}`;
  const play = () =>
    playNow(game, settings, { seats: question.seats, options }).then(go, (refusal) => fail(excuse(t, refusal)));
  const keep = () => {
    keepQuestion({ name: name.trim(), path });
    dispatchEvent(new Event('lab-kept'));
    announce(t('lab.kept', { name: name.trim() }));
  };
  return html`<div class="lab-on">
    <div class="field-row">${axes.map(
      ({
        option,
        values,
      }) => html`<${Select} key=${option} label=${axisName(t, game.name, option)} value=${options[option]}
          pick=${(/** @type {string} */ value) => choose({ ...chosen, [option]: value })}
          choices=${[...new Set([options[option], ...values])].map((value) => [value, valueName(t, game.name, option, value)])} />`,
    )}<button type="button" class="primary" onClick=${play}>${t('lab.play')}</button></div>
    <div class="field-row"><label class="field"><span>${t('lab.name')}</span>
        <input type="text" value=${name} maxlength=${LONGEST_NAME} autocomplete="off" translate=${false}
            onInput=${(/** @type {InputEvent} */ event) => call(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
      <button type="button" disabled=${!name.trim()} onClick=${keep}>${t('lab.keep')}</button>
</div>
    <${CopyField} label=${t('lab.link')} text=${`${location.origin}${path}`} />
    <p class="problem" role="alert">${problem}</p>
  </div>`;
}

/**
 * The values to play with first: what was searched for, else what is usual.
 * @param {{option: string, values: string[]}[]} axes @param {Question} question @param {any} result
 */
function firstValues(axes, question, result) {
  const usual = axes.map(({ option }) => [option, question.options[option]]);
  return Object.fromEntries(
    axesOf(question.kind) === 1 && axes.length && result.nearest ? [[axes[0].option, result.nearest]] : usual,
  );
}

/** The questions that were kept in this browser. */
function Kept() {
  const { t } = useShell();
  const [all, know] = useState(keptQuestions);
  useEffect(() => {
    const look = () => know(keptQuestions());
    addEventListener('lab-kept', look);
    return () => removeEventListener('lab-kept', look);
  }, []);
  if (!all.length) return null;
  return html`<section aria-labelledby="lab-kept"><h2 id="lab-kept">${t('lab.kept.title')}</h2>
    <ul class="lab-kept">${all.map(
      ({ name, path }) => html`<li key=${name}><a href=${path} translate=${false}>${name}</a>
        <button type="button" class="quiet" aria-label=${t('lab.forget.named', { name })}
            onClick=${() => know(forgetQuestion(name))}>${t('lab.forget')}</button></li>`,
    )}</ul></section>`;
}
