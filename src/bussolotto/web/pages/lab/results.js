/** What the lab has found: a curve, a heat map, the value that was searched, or what players choose. */
import { html, useState } from '../../vendor/preact.js';
import { useShell } from '../../components/shell.js';
import { Sideways } from '../../components/sideways.js';
import { Curve, HeatMap } from '../../table/curve.js';
import { joinNames } from '../../words/i18n.js';
import { Chosen } from './chosen.js';
import { Select } from './form.js';
import { isShare } from './question.js';
import { axisName, bareFigure, figure, halfWidth, measureName, valueName } from './words.js';

/** @typedef {import('../../types.js').Game} Game */
/** @typedef {{mean: number, lower: number | null, upper: number | null, difference: number, difference_se: number}} Measured */
/**
 * @typedef {{axes: {option: string, values: string[]}[], played: number, units: Record<string, string>, reference: number,
 *   half_width: number | null, points: {values: string[], measures: Record<string, Measured>}[]}} SweepTold
 */
/**
 * @typedef {{axes: {option: string, values: string[]}[], target: {measure: string, value: number}, stopped: string | null,
 *   between: string[] | null, nearest: string | null, crossing: number | null, error: number | null, beyond: boolean,
 *   tried: {value: string, matches: number, mean: number, lower: number, upper: number}[]}} SearchTold
 */

const WINS = 'wins'; // all win shares by place, in one picture
const COMPARED = 20; // matches from which on differences are told

/** @param {{game: Game, result: any}} props */
export function Results({ game, result }) {
  if (result.actions) return html`<${Chosen} game=${game} found=${result} />`;
  if (result.tried) return html`<${Searched} game=${game} found=${result} />`;
  return result.played > 1 && html`<${Swept} game=${game} found=${result} />`;
}

/** @param {{game: Game, found: SweepTold}} props */
function Swept({ game, found }) {
  const { t } = useShell();
  const two = found.axes.length === 2;
  const [wanted, want] = useState(two ? 'place.0' : WINS);
  const names = shownMeasures(found);
  const choices = /** @type {[string, string][]} */ ([
    ...(two ? [] : [[WINS, t('lab.measure.wins')]]),
    ...names.map((name) => [name, measureName(t, game.name, name)]),
  ]);
  const measure = choices.some(([name]) => name === wanted) ? wanted : 'place.0';
  const part = { game, found, measure };
  return html`<${Select} label=${t('lab.shown')} value=${measure} pick=${want} choices=${choices} />
    ${two ? html`<${Map} ...${part} />` : html`<${Line} ...${part} />`}
    <${Figures} ...${part} measure=${measure === WINS ? 'place.0' : measure} />`;
}

/** Measures that differ from match to match, and are not another one by another name. @param {SweepTold} found */
export const shownMeasures = ({ units, points }) =>
  Object.keys(units).filter(
    (name) =>
      !name.startsWith('player.') &&
      points.some(({ measures }) => measures[name].mean !== 0 && measures[name].lower !== measures[name].upper),
  );

/** @param {{game: Game, found: SweepTold, measure: string}} props */
function Line({ game, found, measure }) {
  const { t, lang } = useShell();
  const [{ option, values }] = found.axes;
  const shown = measure === WINS ? Object.keys(found.units).filter((name) => name.startsWith('place.')) : [measure];
  const series = shown.map((name) => ({
    name: measureName(t, game.name, name),
    points: found.points.map(({ measures }) => ends(measures[name])),
  }));
  const title = measure === WINS ? t('lab.measure.wins') : series[0].name;
  return html`<${Curve} title=${title} described=${t('lab.curve.described', { measure: title, option: axisName(t, game.name, option) })}
      under=${axisName(t, game.name, option)} names=${values.map((value) => valueName(t, game.name, option, value))}
      series=${series} value=${(/** @type {number} */ number) => figure(lang, shown[0], number)} marked=${found.reference}
      mark=${t('lab.marked.compared', { value: valueName(t, game.name, option, values[found.reference]) })} />`;
}

/** @param {Measured} measured */
const ends = ({ mean, lower, upper }) => ({ mean, lower: lower ?? mean, upper: upper ?? mean });

/** @param {{game: Game, found: SweepTold, measure: string}} props */
function Map({ game, found, measure }) {
  const { t, lang } = useShell();
  const [rows, columns] = found.axes.map(({ option, values }) => ({
    name: axisName(t, game.name, option),
    values: values.map((value) => valueName(t, game.name, option, value)),
  }));
  const name = measureName(t, game.name, measure);
  return html`<${HeatMap} title=${isShare(measure) ? `${name}, %` : name} rows=${rows} columns=${columns}
      means=${found.points.map(({ measures }) => measures[measure].mean)}
      value=${(/** @type {number} */ number) => bareFigure(lang, measure, number)} />`;
}

/** The figures behind a picture. @param {{game: Game, found: SweepTold, measure: string}} props */
function Figures({ game, found, measure }) {
  const { t, lang } = useShell();
  const options = found.axes.map(({ option }) => option);
  const usual = found.points[found.reference].values.map((value, place) =>
    valueName(t, game.name, options[place], value),
  );
  return html`<details class="fold lab-figures"><summary>${t('lab.figures')}</summary>
    <${Sideways} kind="heat-room" label=${t('lab.figures')}><table class="lab-table">
      <thead><tr>${options.map((option) => html`<th key=${option} scope="col">${axisName(t, game.name, option)}</th>`)}
        <th scope="col">${measureName(t, game.name, measure)}</th>
        <th scope="col">${t('lab.difference', { value: usual.join(', ') })}</th></tr></thead>
      <tbody>${found.points.map(({ values, measures }, index) => {
        const { mean, lower, upper, difference, difference_se: error } = measures[measure];
        const half = lower === null || upper === null ? '' : halfWidth(lang, measure, (upper - lower) / 2);
        return html`<tr key=${values.join()}>
          ${values.map((value, place) => html`<td key=${place}>${valueName(t, game.name, options[place], value)}</td>`)}
          <td class="number">${figure(lang, measure, mean)} <span class="muted">${half}</span></td>
          <td class="number">${
            index !== found.reference &&
            found.played >= COMPARED &&
            html`${signed(lang, measure, difference)} <span class="muted">${halfWidth(lang, measure, 1.96 * error)}</span>`
          }</td>
        </tr>`;
      })}</tbody></table><//>
    <p class="muted">${t('lab.figures.note')}</p>
  </details>`;
}

/** A difference, in percentage points where it is one of shares. @param {string} lang @param {string} measure @param {number} difference */
const signed = (lang, measure, difference) =>
  new Intl.NumberFormat(lang, { signDisplay: 'exceptZero', maximumSignificantDigits: 3 }).format(
    isShare(measure) ? 100 * difference : difference,
  );

/** @param {{game: Game, found: SearchTold}} props */
function Searched({ game, found }) {
  const { t, lang } = useShell();
  const [{ option }] = found.axes;
  const { measure, value } = found.target;
  const tried = found.tried.filter(({ lower }) => lower !== null);
  const name = measureName(t, game.name, measure);
  const told = {
    measure: name,
    goal: figure(lang, measure, value),
    option: axisName(t, game.name, option),
    value: found.nearest === null ? '' : valueName(t, game.name, option, found.nearest),
    crossing:
      found.crossing === null ? '' : new Intl.NumberFormat(lang, { maximumFractionDigits: 2 }).format(found.crossing),
    values: joinNames(
      tried.map((one) => valueName(t, game.name, option, one.value)),
      lang,
    ),
    error: found.error === null ? '' : new Intl.NumberFormat(lang, { maximumSignificantDigits: 2 }).format(found.error),
  };
  return html`<p class="lab-answer" role="status">${t(answerKey(found), told)}</p>
    ${
      tried.length > 1 &&
      html`<${Curve} title=${name} described=${t('lab.curve.described', { measure: name, option: told.option })} under=${told.option}
          names=${tried.map((one) => valueName(t, game.name, option, one.value))} series=${[{ name, points: tried }]}
          value=${(/** @type {number} */ number) => figure(lang, measure, number)}
          mark=${t('lab.marked.closest', { value: told.value })}
          marked=${found.nearest === null ? null : tried.findIndex((one) => one.value === found.nearest)} />`
    }`;
}

/** @param {SearchTold} found */
export function answerKey({ stopped, crossing, beyond }) {
  if (stopped === 'not-crossed') return 'lab.found.none';
  if (stopped !== 'found') return 'lab.found.searching';
  if (crossing !== null) return 'lab.found';
  return beyond ? 'lab.found.beyond' : 'lab.found.nearest';
}
