/**
 * What the templates of the page become for the type checker, see page_check.py. A property has to be one of the
 * component's and to fit; `end` cannot be called while one is missing.
 */
type $Html = ReturnType<typeof import('./src/bussolotto/web/vendor/preact.js').html>;
type $Any<T> = 0 extends 1 & T ? true : false;
type $Needed<P> = {[K in keyof P]-?: {} extends Pick<P, K> ? never : K}[keyof P];
type $Fitting<S, P> = S extends object ? {[K in keyof S & keyof P]?: P[K]} : unknown;
type $Given<S> = $Any<S> extends true ? PropertyKey : $Needed<S>;

interface $Component<P, Given extends PropertyKey> {
  known_by(key: unknown): this;
  has<K extends keyof P>(properties: Pick<P, K>): $Component<P, Given | K>;
  has_all<S>(properties: S & $Fitting<S, P>): $Component<P, Given | $Given<S>>;
  end: [Exclude<$Needed<P>, Given>] extends [never] ? () => $Html : {missing: Exclude<$Needed<P>, Given>};
}

interface $Loose {
  known_by(key: unknown): this;
  has(properties: Record<string, unknown>): this;
  has_all(properties: unknown): this;
  holds(...children: unknown[]): this;
  end(): $Html;
}

declare function $of<P>(component: (properties: P) => any): $Any<P> extends true ? $Loose : $Component<P, never>;
declare function $element(name: string): $Loose;
declare function $list(...children: unknown[]): $Html;
