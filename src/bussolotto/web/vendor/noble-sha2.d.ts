/** As much of @noble/hashes as verifying dice needs. */
export function sha256(message: Uint8Array): Uint8Array;
