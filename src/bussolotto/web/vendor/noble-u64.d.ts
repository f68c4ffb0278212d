/** A part of @noble/hashes, for its own modules alone. */
export {};
