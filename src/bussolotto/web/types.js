/**
 * The words of the server's protocol and of the page, as types. Nothing here runs.
 *
 * What the server sends and takes stands in wire.js, written from its structs; here under the names of the page:
 *
 * @typedef {import('./wire.js').StepTold} SentStep a ply as the server sends it
 * @typedef {import('./wire.js').EventTold} EventTold what a ply has decided; for `ms` it stops the table
 * @typedef {Record<string, any>} View the fields of a game's state, after `hide`; the page of a game knows them by name
 * @typedef {import('./wire.js').ThrowDue} ThrowDue dice that people roll and type in: who may say how they fell; only
 *     they
 *     are told how many fall together, and what may fall
 * @typedef {import('./wire.js').End} End
 * @typedef {import('./wire.js').SeatView} Seat `here`: a page of this person is connected; `left`: stood up during the
 *     match;
 *     `away`: a bot plays on until its person is back; `late`: since his time ran out, so he has to ask
 * @typedef {Seat['kind']} SeatKind
 * @typedef {Required<import('./wire.js').Clock>} Clock
 * @typedef {import('./wire.js').RaceView} Race how it is kept fair: a claim waits at most `window_ms` for others;
 *     `bands`:
 *     shortest and longest round trip of each seat
 * @typedef {import('./wire.js').ClaimTold} Claim as it was judged
 * @typedef {import('./wire.js').TableView} Table a table of the lobby
 * @typedef {import('./wire.js').EveningView} Evening several games at a table; `at`: which is played, or was last,
 *     from 0
 * @typedef {import('./wire.js').GameView & Partial<import('./wire.js').GameDetails>} Game `own`: options whose value
 *     may also
 *     be written by hand; `numbers`: those that are numbers rather than house rules; `actions`, `outcomes`: the text
 *     of each,
 *     by its code; `apart`: first words of outcomes of which each is an event of its own
 * @typedef {import('./wire.js').Me} Me
 * @typedef {import('./wire.js').PresetView} Preset house rules under a name; `fits`: can a table be set with them
 *     today?
 * @typedef {import('./wire.js').PastMatch} OwnMatch
 * @typedef {import('./wire.js').AdviceView} Advice `values`: by action, of all that are legal or of none
 * @typedef {import('./wire.js').ReplayView} Replay
 *
 * @typedef {{version: number, pressed_ms: number}} Press the version that somebody reacted to in a race, and when, by
 *     the
 *     clock of the page
 *
 * @typedef {((key: string, args?: Record<string, string | number>) => string) & {has: (key: string) => boolean,
 *     with: (more: Record<string, string>) => Translate}} Translate `with`: knows more texts, which come first
 *
 * @typedef {{game: Game, t: Translate, lang: string, options: Record<string, string>}} RulesProps
 *
 * @typedef {{seat: number, dice?: number, which?: string}} Whose whose dice fall, how many of them, and which if that
 *     must be said
 *
 * @typedef {{at: number, numbers: readonly number[]}} Mark a moment of a graph, by the numbers of what is said of it
 *
 * @typedef {(props: {t: Translate, title: string, points: number[][], names: readonly string[],
 *     value: (n: number) => string, end: string, marks?: readonly Mark[]}) => any} Graph
 *     `points`: by moment, by seat; `value`: a value in words; `end`: what stands below the last moment; `marks`:
 *     moments of which more is said
 *
 * @typedef {{word: string, fits: (view: any, mine: boolean, me: number) => boolean}} Note the text
 *     `note.GAME.WORD`, and when it is of use; `mine`: is it my decision?
 *
 * @typedef {object} GamePage the module of a game's page
 * @property {(props: TableProps<any>) => any} default
 * @property {Sentence<any>} sentence
 * @property {(props: RulesProps) => any} [Rules]
 * @property {(props: {t: Translate, frames: Frame<any>[], scores: number[][], names: string[],
 *   Graph: Graph}) => any} [Summary] how the match went, drawn with the `Graph` that it is given
 * @property {(props: TableProps<any>) => any} [Odds]
 * @property {(props: TableProps<any> & {close: () => void}) => any} [Walkthrough] in the first match, instead of notes
 * @property {readonly Note[]} [NOTES] what there are notes for besides the phases in which one decides, or
 *     when one of these does
 * @property {(view: any) => Whose} [whose] who rolls the dice that people roll, where several do, one after the other
 * @property {boolean} [HAND] is what lies in front of me all I need, where a screen shows the scene?
 * @property {boolean} [SHOWS_RESULT] does the page itself tell how the match ended?
 * @property {{keys: string, text: string}[]} [SHORTCUTS] keys of the game's page; `text` is a catalogue key
 */

/**
 * @template [V=any]
 * @typedef {{version: number, before: V | null, after: V | null}} Moment where a step belongs: the number of plies
 *     with it,
 *     the view before the message that told it, and the view after; null where not known
 */

/**
 * @template [V=any]
 * @typedef {SentStep & Moment<V>} Step
 */

/**
 * @template [V=any]
 * @typedef {Omit<import('./wire.js').ViewMessage, 'type' | 'view' | 'show'> & {view: V, show: string}} Position
 *     `rest_ms`: for so long all may look and nothing is accepted; `throw`: all wait for dice
 */

/**
 * @template [V=any]
 * @typedef {Omit<import('./wire.js').Frame, 'view'> & {view: V}} Frame
 */

/**
 * @template [V=any]
 * @typedef {{before: V | null, after: V | null, names: string[], t: Translate, game: string, me: number | null,
 *     steps: Step<V>[], index: number, apart?: string[], past?: boolean}} SentenceContext `steps[index]` is the step
 *     that is put into words; `past`: in a running match, somebody has acted since;
 *     `apart` is the game's
 */

/**
 * @template [V=any]
 * @typedef {(step: Step<V>, context: SentenceContext<V>) => string} Sentence '' where a step is told with another one
 */

/**
 * @template [V=any]
 * @typedef {object} TableProps what the page of a game gets
 * @property {Game} game
 * @property {{id: string, table: string, over: boolean, end: End | null, returns: number[] | null,
 *     scores: number[] | null, options: Record<string, string>, hints?: boolean, dice?: 'program' | 'real', query?:
 *     string, evening?: boolean}} match `hints`: may I ask for advice?
 *     `query`: what to add to a request about my seat, where I have several
 * @property {Seat[]} seats
 * @property {number | null} me my seat; null for who only watches
 * @property {V} view
 * @property {string} show
 * @property {number[] | null} movers
 * @property {number[] | null} legal
 * @property {number} version
 * @property {number} [rest_ms] for so long, from this version on, all may look and nothing is accepted
 * @property {ThrowDue} [throw] all wait for dice that people roll
 * @property {(outcomes: number[]) => Promise<void>} [roll] says how they fell; rejects with a Refused
 * @property {Step<V>[]} steps all that is known since the match began, oldest first
 * @property {(actions: number[], press?: Press) => Promise<void>} act rejects with a Refused
 * @property {(actions: number[]) => Promise<Position<V>>} preview rejects with a Refused
 * @property {Translate} t
 * @property {string} lang
 * @property {{motion: boolean, tumble: boolean, theme: string}} settings `tumble`: do dice fall from a cup? Not those
 *     that people rolled
 * @property {boolean} replay
 * @property {(text: string) => void} announce
 * @property {V} held the view while all lies still; while dice fall, the one before them, for what depends on them
 * @property {boolean} falling do dice fall now?
 * @property {boolean} busy is there something to look at before anybody goes on?
 * @property {EventTold | null} event what is told now
 * @property {EventTold[]} done what was told before it, in the same view
 * @property {() => void} [skip] goes on
 * @property {boolean} [alone] only what is mine is wanted here: the scene is on a screen that all look at
 */

/** @typedef {'connecting' | 'open' | 'restarting' | 'lost'} Line `restarting`: the server said so, and will be back */
/**
 * @typedef {{line: Line, position: Position | null, steps: Step[], table: Table | null,
 *   pending: number, said: Said[], contested?: {id: string | number, seats: number[]}, kept?: number, returned: Left[],
 *   dice?: Dice | null}} Known
 *   `pending`: so many things are under way; `kept`: the position is only
 *   remembered, since when; `returned`: what was not played after all; `dice`: who has a part in them, null where they
 *   cannot be verified
 */
/** @typedef {import('./wire.js').Utterance & {at: number}} Said `at`: when, on the clock of this page */

/**
 * @typedef {'unasked' | 'dropped' | 'two-heads' | 'elsewhere' | 'refused'} Worry names a text of worries
 * @typedef {{worry: Worry, roll: number}} Warning
 * @typedef {{chains: (string | null)[], warning: Warning | null, waits: boolean}} Dice `chains`: by seat, null for who
 *     has no part; `warning`: the last that there was; `waits`: does a roll wait for nonces?
 */
/** @typedef {{code: string, clause: string | null, text: string, values: Record<string, string | number>}} Reason */
/**
 * @typedef {{type: 'act' | 'preview' | 'throw', id: string, version: number, actions: number[], outcomes?: number[],
 *     reaction_ms?: number | null}} Request `reaction_ms`: of a claim in a race
 */
/**
 * @typedef {{match: string, eyes: string, table: string, request: Request, reason?: Reason}} Left `reason`: why it was
 *     not played
 */

export {};
