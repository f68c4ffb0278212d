/** Web push in this browser: whether it can, and having it. */
import { get, post, remove } from './api.js';

/**
 * @typedef {'ready' | 'on' | 'insecure' | 'none' | 'denied'} State `insecure`: this page did not come over https;
 *     `none`: this browser cannot
 */

/** @returns {Promise<State>} */
export async function pushState() {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'none';
  return Notification.permission === 'granted' && (await registration.pushManager.getSubscription()) ? 'on' : 'ready';
}

/** Ask for leave, subscribe, and tell the server. Called by a press alone. @returns {Promise<State>} */
export async function turnOn() {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const { key } = await get('/api/push/key');
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  await post('/api/me/push', { endpoint: subscription.endpoint });
  return 'on';
}

/** @returns {Promise<State>} */
export async function turnOff() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (subscription) {
    await remove(`/api/me/push?endpoint=${encodeURIComponent(subscription.endpoint)}`);
    await subscription.unsubscribe();
  }
  return 'ready';
}

/** @param {string} key base64url */
const bytesOf = (key) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
