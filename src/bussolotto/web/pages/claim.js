/** A personal link was followed: shall this browser become the one of its guest? Nothing changes before that is said. */
import { get, post } from '../line/api.js';
import { Header, HomeLink } from './parts/header.js';
import { CopyField } from '../components/copy.js';
import { useLoad } from '../components/load.js';
import { needs } from '../components/needs.js';
import { excuse, useShell } from '../components/shell.js';
import { useTitle } from '../components/title.js';
import { html, useState } from '../vendor/preact.js';
import { Coming, Failed, Sorry } from './missing.js';

/** @typedef {import('../wire.js').LinkOwner} LinkOwner */

needs(['later-link']);

/** @param {{id: string}} props `id`: the token of the link */
export function Page({ id }) {
  const { t } = useShell();
  const { value, error, again } = useLoad(() => /** @type {Promise<LinkOwner>} */ (get(`/api/links/${id}`)), [id]);
  const refusal = /** @type {import('../line/api.js').Refused | undefined} */ (error);
  if (refusal?.code === 'bad-link') return html`<${Sorry} title=${t('link.void')} text=${t('link.void.text')} />`;
  if (error) return html`<${Failed} problem=${error} again=${again} />`;
  return value ? html`<${Asked} id=${id} owner=${value} />` : html`<${Coming} />`;
}

/** @param {{id: string, owner: LinkOwner}} props */
function Asked({ id, owner }) {
  const { t, me } = useShell();
  const [problem, fail] = useState('');
  const [busy, wait] = useState(false);
  const title = owner.name ? t('link.title', { name: owner.name }) : t('link.title.unnamed');
  useTitle(title);
  const take = async () => {
    wait(true);
    try {
      await post(`/me/${id}`);
      location.replace('/'); // so that the link is not in the history
    } catch (refusal) {
      fail(excuse(t, refusal));
      wait(false);
    }
  };
  const other = !owner.mine && me.name;
  return html`<${Header} title=${html`<${HomeLink} />`} />
    <main id="main" class="sorry" tabindex="-1">
      <h1>${title}</h1>
      <p>${t(owner.mine ? 'link.mine' : 'link.text')}</p>
      ${
        other &&
        me.link &&
        html`<p>${t('link.other', { name: me.name })}</p>
          <${CopyField} label=${t('me.link.label')} text=${new URL(me.link, location.href).href} secret />`
      }
      <p class="problem" role="alert">${problem}</p>
      <div class="row">
        ${
          !owner.mine &&
          html`<button type="button" class="primary" disabled=${busy} onClick=${take}>
            ${owner.name ? t('link.take', { name: owner.name }) : t('link.take.unnamed')}</button>`
        }
        <a class="button quiet" href="/">${other ? t('link.stay', { name: me.name }) : t('header.home')}</a>
      </div>
    </main>`;
}
