/** The desk: the text on one side, the position on the other; on a phone below. */
import { useLoad } from '../../components/load.js';
import { complete } from '../../components/needs.js';
import { excuse, useShell } from '../../components/shell.js';
import { post } from '../../line/api.js';
import { draftOf, forgetDraft, keepDraft } from '../../storage/drafts.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../../vendor/preact.js';
import { Position } from './position.js';
import { Start, Sure } from './start.js';
import { SheetText } from './text.js';
import { useTrial } from './trial.js';
import { newWalk } from './walk.js';

/** @typedef {import('../../wire.js').SheetExample} Example */

const TYPED_MS = 400; // after the last key the server is asked

/**
 * @param {{of: string, examples: Example[], source: string, handed: string}} props `source`: what it is begun with;
 *     `handed`: in place of that by a link, unless there is a draft that would be lost
 */
export function Desk({ of, examples, source: usual, handed }) {
  const { t, lang } = useShell();
  const draft = useRef(draftOf(of)).current;
  const source = (!draft && handed) || usual;
  const [offered, offer] = useState(draft && handed !== draft.text ? handed : '');
  const [text, write] = useState(draft?.text ?? source);
  const [begun, begin] = useState(source); // with this text, so that what differs is one's own
  const [walk, keepWalk] = useState(draft?.walk ?? newWalk());
  const trial = useTrial(lang);
  const { told, fault } = trial;
  const { keep, problem } = useKeeping(of, text);

  useLayoutEffect(() => {
    // at once: whoever leaves now loses nothing
    if (text === source && !walk.decisions.length) forgetDraft(of);
    else keepDraft({ of, text, walk });
  }, [text, walk]);
  const typed = useRef(0);
  useEffect(() => {
    typed.current = setTimeout(() => trial.look({ text, walk }), told ? TYPED_MS : 0);
    return () => clearTimeout(typed.current);
  }, [text, lang]);

  /** @param {import('./trial.js').Wish} wish */
  const goOn = async ({ walk: next = walk, ...more }) => {
    clearTimeout(typed.current); // this asks for what has been typed, too
    const old = fault?.of === text;
    const found = await trial.look({ text: old && told ? told.text : text, walk: next, old, ...more });
    if (found) keepWalk({ ...next, decisions: found.match.decisions });
    return found;
  };
  const replace = (/** @type {string} */ other) => {
    trial.drop();
    begin(other);
    write(other);
    keepWalk(newWalk());
  };
  return html`<form class="editor-text" onSubmit=${keep}>
      <div class="editor-head"><h1>${t('editor.title')}</h1>
        <${Start} of=${of} examples=${examples} changed=${text !== begun && text.trim() !== ''} replace=${replace} />
      ${offered && html`<${Sure} no=${() => offer('')} yes=${() => (offer(''), replace(offered))} />`}
        <${Help} /></div>
      <${SheetText} text=${text} write=${write} fault=${fault} problem=${trial.problem} fine=${Boolean(told)} />
      <div class="editor-keep"><button type="submit" class="primary" disabled=${!text.trim()}>${t('editor.keep')}</button>
        <p class="muted">${t('editor.stays')}</p></div>
      <p class="problem" role="alert">${problem}</p>
    </form>
    <section class="editor-position" aria-label=${t('editor.position')}>
      ${
        told
          ? html`<${Position} told=${told} walk=${walk} old=${Boolean(fault)} go=${goOn} peek=${trial.peek} />`
          : html`<p class="editor-none muted">${fault ? t('editor.none') : '\u00a0'}</p>`
      }
    </section>`;
}

/** The words that can be written, fetched when somebody wants to know. */
function Help() {
  const { t } = useShell();
  const [open, show] = useState(false);
  const { value: Words } = useLoad(
    async () => (open ? complete(import('./words.js')).then((found) => found.Words) : null),
    [open],
  );
  return html`<details class="fold editor-help"
      onToggle=${(/** @type {Event} */ event) => show(/** @type {HTMLDetailsElement} */ (event.target).open)}>
    <summary>${t('editor.words')}</summary><div class="editor-words" tabindex="0" role="region" aria-label=${t('editor.words')}>
      ${Words && html`<${Words} />`}</div></details>`;
}

/** Bringing it to the server; what is refused is still there. @param {string} of @param {string} text */
export function useKeeping(of, text) {
  const { t, go } = useShell();
  const [problem, fail] = useState('');
  const keep = async (/** @type {Event} */ event) => {
    event.preventDefault();
    fail('');
    try {
      const { sheet } = await post('/api/sheets', { sheet: text });
      if (draftOf(of)?.text === text) forgetDraft(of); // else more has been written since
      go(`/sheets/${sheet}`);
    } catch (refusal) {
      fail(excuse(t, refusal));
    }
  };
  return { keep, problem };
}
