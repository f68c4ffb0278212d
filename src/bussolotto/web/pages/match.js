/** The address of a match: leads to its table while it is played there, to its replay afterwards. */
import { get } from '../line/api.js';
import { useLoad } from '../components/load.js';
import { html, useEffect } from '../vendor/preact.js';
import { useShell } from '../components/shell.js';
import { Coming, Failed } from './missing.js';

/** @param {{id: string}} props */
export function Page({ id }) {
  const { go } = useShell();
  const { value, error, again } = useLoad(() => get(`/api/matches/${id}`), [id]);
  useEffect(() => {
    if (value) go(value.over ? `/r/${id}` : `/t/${value.table}`);
  }, [value]);
  return error ? html`<${Failed} problem=${error} again=${again} />` : html`<${Coming} />`;
}
