/** As much of @noble/hashes as verifying dice needs. */
import type { sha256 } from './noble-sha2.js';
export function hmac(hash: typeof sha256, key: Uint8Array, message: Uint8Array): Uint8Array;
