/** One door to the vendored libraries: Preact, its hooks, and templates bound to it. */
import htm from './htm.js';
import { h } from './preact-core.js';

export { Component, Fragment, createContext, h, render } from './preact-core.js';
export {
  useCallback, useContext, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from './preact-hooks.js';

export const html = htm.bind(h);
