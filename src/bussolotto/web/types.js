/**
 * The words of the server's protocol and of the page, as types. Nothing here runs.
 *
 * @typedef {{seat: number, action: number | null, text: string | null}} SentStep a ply as the server sends it
 * @typedef {{version: number, before: View | null, after: View | null}} Moment where a step belongs: the number of plies
 *     with it, the view before the message that told it, and the view after; null where not known
 * @typedef {SentStep & Moment} Step
 *
 * @typedef {Record<string, any>} View the fields of a game's state, after `hide`
 * @typedef {{seats: number[], dice: number | null, outcomes: number[], secret: boolean}} ThrowDue dice that people roll and type in: who may
 *     say how they fell; only they are told how many fall together, and what may fall
 * @typedef {{version: number, view: View, movers: number[] | null, legal: number[] | null, show: string, rest_ms?: number,
 *     throw?: ThrowDue}} Position `rest_ms`: for so long all may look and nothing is accepted; `throw`: all wait for dice
 *
 * @typedef {{reason: 'rules' | 'limit' | 'resigned' | 'agreed', returns: number[], scores: number[]}} End
 * @typedef {'person' | 'bot' | null} SeatKind
 * @typedef {{seat: number, name: string, kind: SeatKind, player: string | null, here: boolean, left: boolean, away?: boolean, late?: boolean}} Seat
 *     `here`: a page of this person is connected; `left`: stood up during the match; `away`: a bot plays on until its person is
 *     back; `late`: since his time ran out, so he has to ask
 *
 * @typedef {{move_s: number | null, bank_s: number | null, increment_s: number}} Clock
 *
 * @typedef {{version: number, pressed_ms: number}} Press the version that somebody reacted to in a race, and when, by the
 *     clock of the page
 * @typedef {{window_ms: number, uneven: boolean, bands: ([number, number] | null)[]}} Race how it is kept fair: a claim waits
 *     at most `window_ms` for others; `bands`: shortest and longest round trip of each seat
 * @typedef {{ply: number, window: number, seat: number, action: string, version: number, sent_ms: number, arrived_ms: number,
 *     reaction_ms: number | null, believed_ms: number, neutral_ms: number, at_ms: number, spent_ms: number, band: number[],
 *     heat: boolean, verdict: string, rival: number | null, behind_ms: number | null, flags: string[]}} Claim as it was judged
 *
 * @typedef {object} Table a table of the lobby
 * @property {string} table
 * @property {string} link
 * @property {string} game
 * @property {string} match
 * @property {Seat[]} seats
 * @property {Record<string, string>} options
 * @property {'open' | 'link' | 'closed'} visibility
 * @property {number | null} host the host's seat, if he sits
 * @property {'waiting' | 'running' | 'over'} state
 * @property {number} spectators
 * @property {number[]} offers seats that have offered to end by agreement
 * @property {{seat: number | null, host: boolean, seats?: number[], sent_away?: boolean, stand_in?: {since: number, plies: number}}} me `stand_in`: a bot played for me, and I have not acted since; `sent_away`: by the host; I cannot sit down here again
 * @property {boolean} [device] is one device passed around among several who sit? Then `seats` of `me` are all of mine
 * @property {'phrases' | 'free' | 'off'} chat how people talk here
 * @property {boolean} hints may those who sit ask for advice?
 * @property {(Clock & {left_ms: number[], running: number[], rest_ms: number}) | null} [clock] by seat what may still be taken for a
 *     decision, and whose time runs, from the end of a rest on
 * @property {'live' | 'days'} pace tonight, or over days
 * @property {'program' | 'real'} dice who rolls them
 * @property {string | null} [preset] the name of the house rules it was set with
 * @property {Race | null} [race]
 * @property {Evening | null} [evening] several games, of which `game` is the one of now
 * @property {End | null} end
 *
 * @typedef {object} Evening several games at a table; `at`: which is played, or was last, from 0
 * @property {{game: string, options: Record<string, string>}[]} games
 * @property {'places' | 'shares' | 'wins'} score
 * @property {boolean} shared do they share a pyramid?
 * @property {number} at
 * @property {string[]} matches
 * @property {number[][]} points by match that is over and by seat
 * @property {number[]} totals
 * @property {number[]} places from 1, by seat
 * @property {{stay: number, kept: number, filled: number, cleared: number} | null} pile what the game of now began with
 * @property {boolean} next may another one begin now?
 * @property {boolean} over
 *
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {number} rules
 * @property {number[]} seats
 * @property {Record<string, string[]>} options
 * @property {boolean} race
 * @property {string[]} players
 * @property {string[]} own options whose value may also be written by hand
 * @property {string[]} numbers options that are numbers of the game rather than house rules
 * @property {boolean} hints is there advice to ask for?
 * @property {boolean} rolled are dice rolled in it?
 * @property {boolean} secrets does a seat at times see what the others may not?
 * @property {string[]} [actions] the text of every action, by its code
 * @property {string[]} [outcomes]
 * @property {string[]} [apart] first words of outcomes of which each is an event of its own
 *
 * @typedef {{id: string, name: string, link: string}} Me
 *
 * @typedef {{preset: string, link: string, game: string, name: string, by: string, mine: boolean, rules: number,
 *     options: Record<string, string>, seats: number | null, fits: boolean}} Preset house rules under a name; `fits`: can a
 *     table be set with them today?
 *
 * @typedef {object} OwnMatch
 * @property {string} match
 * @property {string} table
 * @property {string} game
 * @property {(string | null)[]} names
 * @property {number} seat
 * @property {number[]} seats all that are mine
 * @property {boolean} over
 * @property {number[] | null} returns
 * @property {string | number} started
 * @property {number} version
 * @property {boolean} my_turn
 * @property {'live' | 'days'} pace
 * @property {number | null} turn_since over days: since when it is the turn of these
 * @property {string[]} movers
 *
 * @typedef {{version: number, seat: number | null, action: number | null, text: string | null, view: View,
 *     movers: number[] | null, show: string}} Frame
 * @typedef {{version: number, measure: 'win' | 'duel' | 'condition' | 'lead', values: Record<string, number>,
 *     odds: {goal: string, chance: number}[]}} Advice `values`: by action, of all that are legal or of none
 *
 * @typedef {{game: string, names: string[], options: Record<string, string>, seats: number, end: End | null,
 *     frames: Frame[], scores: number[][], returns?: number[], evening?: Evening | null, dice?: 'program' | 'real', claims?: Claim[]}} Replay
 *
 * @typedef {((key: string, args?: Record<string, string | number>) => string) & {has: (key: string) => boolean}} Translate
 *
 * @typedef {{before: View | null, after: View | null, names: string[], t: Translate, game: string, me: number | null,
 *     steps: Step[], index: number, apart?: string[]}} SentenceContext `steps[index]` is the step that is put into words;
 *     `apart` is the game's
 * @typedef {(step: Step, context: SentenceContext) => string} Sentence '' where a step is told with another one
 *
 * @typedef {object} TableProps what the page of a game gets
 * @property {Game} game
 * @property {{id: string, table: string, over: boolean, end: End | null, returns: number[] | null,
 *     scores: number[] | null, options: Record<string, string>, hints?: boolean, dice?: 'program' | 'real', query?: string, evening?: boolean}} match `hints`: may I ask for advice?
 *     `query`: what to add to a request about my seat, where I have several
 * @property {Seat[]} seats
 * @property {number | null} me my seat; null for who only watches
 * @property {View} view
 * @property {string} show
 * @property {number[] | null} movers
 * @property {number[] | null} legal
 * @property {number} version
 * @property {number} [rest_ms] for so long, from this version on, all may look and nothing is accepted
 * @property {ThrowDue} [throw] all wait for dice that people roll
 * @property {(outcomes: number[]) => Promise<void>} [roll] says how they fell; rejects with a Refused
 * @property {Step[]} steps all that is known since the match began, oldest first
 * @property {(actions: number[], press?: Press) => Promise<void>} act rejects with a Refused
 * @property {(actions: number[]) => Promise<Position>} preview rejects with a Refused
 * @property {Translate} t
 * @property {string} lang
 * @property {{motion: boolean, tumble: boolean, theme: string}} settings `tumble`: do dice fall from a cup? Not those that people rolled
 * @property {boolean} replay
 * @property {(text: string) => void} announce
 * @property {boolean} [alone] only what is mine is wanted here: the scene is on a screen that all look at
 *
 * @typedef {object} GamePage the module of a game's page
 * @property {(props: TableProps) => any} default
 * @property {Sentence} sentence
 * @property {(props: {game: Game, t: Translate, lang: string, options: Record<string, string>}) => any} [Rules]
 * @property {(props: {t: Translate, frames: Frame[], scores: number[][], names: string[]}) => any} [Summary]
 * @property {(props: TableProps) => any} [Odds]
 * @property {(props: TableProps & {close: () => void}) => any} [Walkthrough]
 * @property {boolean} [HAND] is what lies in front of me all I need, where a screen shows the scene?
 * @property {boolean} [FEWEST_WIN] do the fewest points win?
 * @property {boolean} [SHOWS_RESULT] does the page itself tell how the match ended?
 * @property {{keys: string, text: string}[]} [SHORTCUTS] keys of the game's page; `text` is a catalogue key
 */
export {};
