/** The page of the server's operator: signing in, and what they see and do. */
import { AdminPart, PARTS } from './admin/parts.js';
import { operatorOf, signIn, signedIn } from '../line/operator.js';
import { Header, HomeLink } from './parts/header.js';
import { needs } from '../components/needs.js';
import { useLoad } from '../components/load.js';
import { excuse, useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useMemo, useState } from '../vendor/preact.js';
import { Coming } from './missing.js';

needs(['later-admin', 'later-talk'], [new URL('./admin/admin.css', import.meta.url)]);

export function Page() {
  const { t } = useShell();
  const session = useLoad(signedIn);
  useTitle(t('admin.title'));
  if (!session.value) return html`<${Coming} />`;
  const { csrf } = session.value;
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="admin" tabindex="-1">
      <h1>${t('admin.title')}</h1>
      ${csrf ? html`<${SignedIn} csrf=${csrf} out=${session.again} />` : html`<${SignIn} done=${session.again} />`}
    </main>`;
}

/** @param {{done: () => void}} props */
function SignIn({ done }) {
  const { t } = useShell();
  const [token, write] = useState('');
  const [problem, fail] = useState('');
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    signIn(token.trim()).then(done, (refusal) => fail(excuse(t, refusal)));
  };
  return html`<form class="admin-sign-in" onSubmit=${enter}>
    <p>${t('admin.token.hint')}</p>
    <p><code translate=${false}>bussolotto admin token</code></p>
    <div class="field-row">
      <label class="field"><span>${t('admin.token')}</span>
        <input type="password" autocomplete="off" required value=${token}
            onInput=${(/** @type {Event} */ event) => write(/** @type {HTMLInputElement} */ (event.target).value)} />
      </label>
      <button type="submit" class="primary">${t('admin.sign-in')}</button>
    </div>
    <p class="problem" role="alert">${problem}</p>
  </form>`;
}

/** @param {{csrf: string, out: () => void}} props */
function SignedIn({ csrf, out }) {
  const { t } = useShell();
  const operator = useMemo(() => operatorOf(csrf), [csrf]);
  const [part, show] = useState(PARTS[0]);
  return html`<nav class="admin-parts" aria-label=${t('admin.title')}>
      ${PARTS.map(
        (one) => html`<button type="button" key=${one} class="quiet" aria-pressed=${one === part}
            onClick=${() => show(one)}>${t(`admin.part.${one}`)}</button>`,
      )}
      <button type="button" class="quiet admin-out" onClick=${() => operator.remove('session').then(out, out)}>
        ${t('admin.sign-out')}</button>
    </nav>
    <${AdminPart} key=${part} part=${part} operator=${operator} />`;
}
