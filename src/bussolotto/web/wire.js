/** What goes over the line, as types. Written by `python -m tools.wire_types`. Nothing here runs. */

/**
 * @typedef {object} Ack The action with this id is stored; the match then had this version.
 * @property {'ack'} type
 * @property {string | number} id
 * @property {number} version
 */

/**
 * @typedef {object} Act Play these actions, all or none, decided at this version; in a race so long after the page had
 *     drawn it.
 * @property {'act'} type
 * @property {string | number} id
 * @property {number} version
 * @property {number[]} actions
 * @property {number | null} [reaction_ms]
 */

/**
 * @typedef {object} AdviceView Advice to a seat about its decision at this version; see bussolotto.solve.advice.
 * @property {number} version
 * @property {number[]} best
 * @property {number[]} then
 * @property {string} by
 * @property {Reason | null} reason
 * @property {'share' | 'win' | null} measure
 * @property {Record<string, number>} values
 * @property {Record<string, number>} errors
 * @property {Record<string, number>} strategy
 * @property {'condition' | 'duel' | null} goal
 * @property {Record<string, number>} chances
 * @property {Odds[]} odds
 */

/**
 * @typedef {object} Against Matches at tables where such players sat, and the victories, shared ones in part.
 * @property {'easy' | 'hard' | 'medium' | 'other' | 'people'} whom
 * @property {number} matches
 * @property {number} won
 */

/**
 * @typedef {object} Alive The answer to `probe`: I am here, and the match is at this version.
 * @property {'alive'} type
 * @property {number} version
 */

/**
 * @typedef {object} AuditEntry Something the operator did. `operator`: with the token, from a signed-in page, or by a
 *     command.
 * @property {number} entry
 * @property {number} at
 * @property {'command' | 'page' | 'token'} operator
 * @property {string} action
 * @property {string} subject
 * @property {number | null} until
 */

/**
 * @typedef {object} BalanceTold How often to do what where all choose in secret, and the reply of another seat that
 *     would have cost most.
 * @property {Record<string, number>} mix
 * @property {number | null} rival
 * @property {string | null} reply
 * @property {number} cost
 * @property {number} error
 */

/**
 * @typedef {object} Ban A ban in force. `until` is null for one without end; `name` is the guest's.
 * @property {number} ban
 * @property {string | null} guest
 * @property {string | null} name
 * @property {string | null} address
 * @property {number} since
 * @property {number | null} until
 * @property {string} reason
 */

/**
 * @typedef {object} Blocked Somebody whom I have blocked: what they were called then, and when it was. `token` takes
 *     it back.
 * @property {string} name
 * @property {number} since
 * @property {string} token
 */

/**
 * @typedef {object} BotSeat
 * @property {number} seat
 * @property {string} player
 */

/**
 * @typedef {object} ChoiceTold A choice of several: what was `done` and what was `best`, in notation, and the loss;
 *     see `losses.Loss`.
 * @property {number} ply
 * @property {number} seat
 * @property {number} legal
 * @property {string} done
 * @property {string} best
 * @property {'bounded' | 'estimated' | 'exact'} kind
 * @property {number} share
 * @property {number} best_share
 * @property {number} loss
 * @property {number} error
 * @property {number | null} points
 * @property {number | null} points_error
 * @property {number | null} most
 * @property {'' | 'blunder' | 'doubtful' | 'mistake'} verdict
 * @property {BalanceTold | null} balance
 * @property {Prospect[]} why
 */

/**
 * @typedef {object} ClaimTold A claim made in a race, and how it was judged; times in milliseconds since the match
 *     began.
 * @property {number} ply
 * @property {number} window
 * @property {number} seat
 * @property {string} action
 * @property {number} version
 * @property {number} sent_ms
 * @property {number} arrived_ms
 * @property {number | null} reaction_ms
 * @property {number} believed_ms
 * @property {number} neutral_ms
 * @property {number} at_ms
 * @property {number} spent_ms
 * @property {number[]} band
 * @property {boolean} heat
 * @property {string} verdict
 * @property {number | null} rival
 * @property {number | null} behind_ms
 * @property {string[]} flags
 */

/**
 * @typedef {object} Clock What a decision may take free of charge, the bank that pays for more, and what each decision
 *     adds to it.
 * @property {number | null} [move_s]
 * @property {number | null} [bank_s]
 * @property {number} [increment_s]
 */

/**
 * @typedef {object} ClockView The clock of a table, and how it stands: by seat what may still be taken for its
 *     decision, and whose time runs.
 * @property {number | null} move_s
 * @property {number | null} bank_s
 * @property {number} increment_s
 * @property {number[]} left_ms
 * @property {number[]} running
 * @property {number} rest_ms
 */

/**
 * @typedef {object} Commit This device opens the links of a chain of nonces, of which this is the last that is known.
 *     Answer: ack.
 * @property {'commit'} type
 * @property {string | number} id
 * @property {string} link
 */

/**
 * @typedef {object} ContestedMessage The claim with this id waits together with those of other seats; who was first is
 *     sent in a moment.
 * @property {'contested'} type
 * @property {string | number} id
 * @property {number[]} seats
 */

/**
 * @typedef {object} Decision What a seat did.
 * @property {number} seat
 * @property {number} action
 */

/**
 * @typedef {object} DecisionRefused Why a decision was not played.
 * @property {string} code
 * @property {string | null} clause
 * @property {string} text
 * @property {Record<string, any>} values
 */

/**
 * @typedef {object} DiceTold What fell in some matches, against honest dice.
 * @property {number} matches
 * @property {number} outcomes
 * @property {KindTold[]} kinds
 * @property {FigureTold[]} figures
 * @property {LuckTold[]} luck
 */

/**
 * @typedef {object} DiceView What fell in some matches, or how far that is: `done` from 0 to 1.
 * @property {'done' | 'failed' | 'running' | 'waiting'} state
 * @property {number} done
 * @property {DiceTold | null} dice
 */

/**
 * @typedef {object} End How a match ended: by its rules, at the limit of plies, by resigning, by agreement, by the
 *     server's operator.
 * @property {'agreed' | 'limit' | 'resigned' | 'rules' | 'stopped'} reason
 * @property {number[]} returns
 * @property {number[]} scores
 */

/**
 * @typedef {object} EveningGame One game of an evening; options that are not named are as printed.
 * @property {string} game
 * @property {Record<string, string>} options
 */

/**
 * @typedef {object} EveningKinds What an evening may be: series by name, rules of the score, the most games.
 * @property {Record<string, string[]>} presets
 * @property {('places' | 'shares' | 'wins')[]} scores
 * @property {number} most
 */

/**
 * @typedef {object} EveningView An evening as everybody at the table sees it. `at`: which game is played, or was last,
 *     from 0.
 * @property {EveningGame[]} games
 * @property {'places' | 'shares' | 'wins'} score
 * @property {boolean} shared
 * @property {number} at
 * @property {string[]} matches
 * @property {number[][]} points
 * @property {number[]} totals
 * @property {number[]} places
 * @property {PileView | null} pile
 * @property {boolean} next
 * @property {boolean} over
 */

/**
 * @typedef {object} EveningWish An evening to be played: its games in order. `shared`: on one pyramid, where each
 *     begins with what stands.
 * @property {EveningGame[]} games
 * @property {'places' | 'shares' | 'wins'} [score]
 * @property {boolean} [shared]
 */

/**
 * @typedef {object} EventTold What a ply has decided: a word of the game, with numbers, seats, words, or amounts as
 *     pairs of word and number.
 * @property {string} word
 * @property {Record<string, any>} values
 * @property {number} ms
 * @property {boolean} once
 * @property {boolean} instead
 */

/**
 * @typedef {object} FairTold What to keep of dice that can be verified: the head of the transcript, and how that
 *     began.
 * @property {string} head
 * @property {number} rolls
 * @property {string} [start]
 * @property {(string | null)[]} [chains]
 * @property {number[]} [ask]
 */

/**
 * @typedef {object} FigureLook A number on a general page: a field, and the one that says how far it goes.
 * @property {string} field
 * @property {string} of
 * @property {boolean} by_seat
 */

/**
 * @typedef {object} FigureTold A figure of the kind with this number: how odd it is, `p`, and `corrected` for all that
 *     were looked at.
 * @property {number} kind
 * @property {'frequencies' | 'repetitions'} figure
 * @property {number} value
 * @property {number} expected
 * @property {number} p
 * @property {number} corrected
 */

/**
 * @typedef {object} FileState What the check has found. `matches`: how many were read; `unchecked`: those of older
 *     versions, without checksums.
 * @property {'damaged' | 'running' | 'stopped' | 'waiting' | 'whole'} state
 * @property {number} matches
 * @property {number} unchecked
 * @property {string[]} problems
 */

/**
 * @typedef {object} Frame The match after one ply; seat, action and text are those of the ply, null before the first.
 * @property {number} version
 * @property {number | null} seat
 * @property {number | null} action
 * @property {string | null} text
 * @property {Record<string, any>} view
 * @property {number[]} movers
 * @property {string} show
 * @property {EventTold[]} [events]
 * @property {Record<string, any>} [scene]
 * @property {boolean} begins
 */

/**
 * @typedef {object} GameDetails The same with its notation: the text of every action and outcome, by code.
 * @property {string} name
 * @property {string} title
 * @property {string} author
 * @property {number} rules
 * @property {number[]} seats
 * @property {Record<string, string[]>} options
 * @property {boolean} race
 * @property {boolean} fewest_win
 * @property {number} point_worth
 * @property {string[]} players
 * @property {string[]} own
 * @property {string[]} numbers
 * @property {Record<string, string>} printed
 * @property {Record<string, NumberRange>} ranges
 * @property {boolean} hints
 * @property {boolean} secrets
 * @property {boolean} rolled
 * @property {string | null} page
 * @property {string | null} board
 * @property {number} minutes
 * @property {string} kind
 * @property {string[]} colours
 * @property {string | null} picture
 * @property {boolean} practice
 * @property {string[]} actions
 * @property {string[]} outcomes
 * @property {string[]} apart
 * @property {string} clauses
 * @property {string[]} phases
 * @property {LooksView | null} looks
 */

/**
 * @typedef {object} GameFigures A game. `even`: the share that equally good players have. `won`: victories, shared
 *     ones in part.
 * @property {string} game
 * @property {number} matches
 * @property {number} won
 * @property {number} even
 * @property {Against[]} against
 * @property {number} reviewed
 * @property {number | null} share
 * @property {number | null} adjusted
 * @property {number[] | null} interval
 * @property {number} decisions
 * @property {number | null} lost
 * @property {number} mistakes
 * @property {MistakeKind[]} kinds
 * @property {Moment[]} progress
 * @property {string[]} due
 */

/**
 * @typedef {object} GameView A game that can be played here. `author`: of a rule sheet, as it says; "" where texts
 *     tell.
 * @property {string} name
 * @property {string} title
 * @property {string} author
 * @property {number} rules
 * @property {number[]} seats
 * @property {Record<string, string[]>} options
 * @property {boolean} race
 * @property {boolean} fewest_win
 * @property {number} point_worth
 * @property {string[]} players
 * @property {string[]} own
 * @property {string[]} numbers
 * @property {Record<string, string>} printed
 * @property {Record<string, NumberRange>} ranges
 * @property {boolean} hints
 * @property {boolean} secrets
 * @property {boolean} rolled
 * @property {string | null} page
 * @property {string | null} board
 * @property {number} minutes
 * @property {string} kind
 * @property {string[]} colours
 * @property {string | null} picture
 * @property {boolean} practice
 */

/**
 * @typedef {object} GuestView A guest. `addresses`: from where their pages are connected now; they are stored nowhere.
 * @property {string} guest
 * @property {string} name
 * @property {number} since
 * @property {boolean} banned
 * @property {string[]} addresses
 * @property {string[]} tables
 */

/**
 * @typedef {object} Health
 * @property {'ok'} status
 */

/**
 * @typedef {object} Hook An https address that is notified of one's turns; null for none.
 * @property {string | null} webhook
 */

/**
 * @typedef {object} HouseRules House rules of a game. `rules`: the version that they were chosen for; `fits`: can
 *     tables be set with them?
 * @property {string} game
 * @property {number} rules
 * @property {Record<string, string>} options
 * @property {number | null} seats
 * @property {boolean} fits
 */

/**
 * @typedef {object} KindTold Dice that fall alike: how often each outcome was seen, and how often it was to be
 *     expected.
 * @property {string} game
 * @property {string[]} outcomes
 * @property {number[]} seen
 * @property {number[]} expected
 */

/**
 * @typedef {object} LabAxis An option and the values to try; or `players`, and who sits in all seats.
 * @property {string} option
 * @property {string[]} values
 */

/**
 * @typedef {object} LabFacts Whether studies can be asked for here, and how large: values of an axis, points of a
 *     sweep, matches at each.
 * @property {boolean} on
 * @property {boolean} sheets
 * @property {number} values
 * @property {number} points
 * @property {number} matches
 * @property {number} within
 * @property {number} minutes
 */

/**
 * @typedef {object} LabQuestion A question to the lab: with one axis or two a sweep, with a target a search, without
 *     axes what players choose.
 * @property {string} game
 * @property {string[]} players
 * @property {Record<string, string>} [options]
 * @property {LabAxis[]} [axes]
 * @property {LabTarget | null} [target]
 * @property {number} [seed]
 */

/**
 * @typedef {object} LabTarget A measure and the value that it is to have.
 * @property {string} measure
 * @property {number} value
 */

/**
 * @typedef {object} LabView A question to the lab by its id, and what is known of it. While a game is compiled,
 *     `result` has `compiling`.
 * @property {string} study
 * @property {'done' | 'failed' | 'running' | 'stopped' | 'waiting'} state
 * @property {Record<string, any> | null} result
 */

/**
 * @typedef {object} LinkOwner Whose personal link this is; `mine`: mine.
 * @property {string} name
 * @property {boolean} mine
 */

/**
 * @typedef {object} LooksView What lies on the table of a game without a page of its own.
 * @property {PileLook | null} pile
 * @property {TrayLook[]} trays
 * @property {FigureLook[]} figures
 * @property {string} score
 * @property {string[]} thrown
 * @property {TryLook[]} tries
 */

/**
 * @typedef {object} LuckTold At which percentile the luck of a seat was, from 0 to 1, by so many rolls; seat null: of
 *     whoever asks.
 * @property {number | null} seat
 * @property {number} percentile
 * @property {number} rolls
 */

/**
 * @typedef {object} MatchView A match as one viewer may know it. `seats` tells who sits where, `seat` where the viewer
 *     does.
 * @property {string} match
 * @property {string} table
 * @property {string} game
 * @property {number} version
 * @property {'over' | 'running' | 'waiting'} state
 * @property {any} view
 * @property {number[] | null} movers
 * @property {number[] | null} legal
 * @property {string} show
 * @property {boolean} over
 * @property {number} seats
 * @property {number | null} seat
 * @property {string[]} names
 * @property {Record<string, string>} options
 * @property {boolean} playable
 * @property {'program' | 'real'} dice
 * @property {ThrowDue} [throw]
 * @property {number[]} [returns]
 * @property {number[]} [scores]
 * @property {End} [end]
 */

/**
 * @typedef {object} Me A guest. `link` is the path where any browser can become theirs; null if they have withdrawn
 *     it.
 * @property {string} id
 * @property {string} name
 * @property {string | null} link
 */

/**
 * @typedef {object} Mine What this table is to the person who asks. `sent_away`: the host removed them from it for
 *     good.
 * @property {number | null} seat
 * @property {boolean} host
 * @property {boolean} [sent_away]
 * @property {number[]} [seats]
 * @property {StandIn} [stand_in]
 */

/**
 * @typedef {object} MistakeKind A kind of mistake: the word of what was done, that of what would have been best, and
 *     how often.
 * @property {string} done
 * @property {string} best
 * @property {number} times
 */

/**
 * @typedef {object} Moment The means of some ten reviewed matches in a row; `last` is the number of the last of them,
 *     from 1.
 * @property {number} last
 * @property {number} share
 * @property {number} adjusted
 * @property {number} lost
 */

/**
 * @typedef {object} Naming How a guest wants to be called.
 * @property {string} name
 */

/**
 * @typedef {object} NewBan Whom to ban: a guest, everybody at an address, or both. Without `hours` for good, which an
 *     address is not.
 * @property {string | null} [guest]
 * @property {string | null} [address]
 * @property {number | null} [hours]
 * @property {string} [reason]
 */

/**
 * @typedef {object} NewName What a guest is called from now on.
 * @property {string} name
 */

/**
 * @typedef {object} NewPreset House rules to be kept under a name; those options that are not given are as printed.
 * @property {string} game
 * @property {string} name
 * @property {Record<string, string>} [options]
 * @property {number | null} [seats]
 * @property {string[] | null} [authors]
 * @property {string | null} [licence]
 * @property {string | null} [about]
 */

/**
 * @typedef {object} NewReport What is wrong with somebody at my table, for the operator of the server; in my own words
 *     too, if I like.
 * @property {'cheating' | 'copied' | 'insults' | 'name' | 'other' | 'stalling'} reason
 * @property {string} [words]
 */

/**
 * @typedef {object} NewSharedRules House rules for the collection, under a name; those options that are not given are
 *     as usual.
 * @property {string} game
 * @property {string} name
 * @property {Record<string, string>} [options]
 * @property {number | null} [seats]
 * @property {string} [about]
 * @property {string} [licence]
 * @property {string[] | null} [authors]
 */

/**
 * @typedef {object} NewSheet A rule sheet: the text of a TOML file.
 * @property {string} sheet
 */

/**
 * @typedef {object} NewTable A table to open. The guest who opens it is its host; with `sit` they take that seat at
 *     once.
 * @property {string} game
 * @property {number} seats
 * @property {Record<string, string>} [options]
 * @property {BotSeat[]} [bots]
 * @property {'closed' | 'link' | 'open'} [visibility]
 * @property {number | null} [sit]
 * @property {boolean} [hints]
 * @property {Clock | null} [clock]
 * @property {'free' | 'off' | 'phrases'} [chat]
 * @property {'days' | 'live'} [pace]
 * @property {'program' | 'real'} [dice]
 * @property {boolean} [device]
 * @property {string[]} [names]
 * @property {EveningWish | null} [evening]
 * @property {string | null} [preset]
 * @property {boolean} [countdown]
 * @property {'pages' | 'server'} [fair]
 */

/**
 * @typedef {object} Nonce The link of my chain for this roll. Only a refusal answers it; that it was taken, the chains
 *     say.
 * @property {'nonce'} type
 * @property {string | number} id
 * @property {number} roll
 * @property {string} link
 */

/**
 * @typedef {object} Notice Something I was notified of, or am about to be. `event`: my turn, a clock that runs out, a
 *     match that is over.
 * @property {number} id
 * @property {'hurry' | 'over' | 'your-turn'} event
 * @property {string} match
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {string[]} names
 * @property {number} since
 */

/**
 * @typedef {object} Notified How I am notified of my turns: my webhook, and how many browsers. `secret` signs what is
 *     posted; shown once.
 * @property {string | null} webhook
 * @property {number} browsers
 * @property {string | null} secret
 */

/**
 * @typedef {object} NumberRange The numbers that an option may be: from `low` in steps to `high`.
 * @property {number} low
 * @property {number} high
 * @property {number} step
 */

/**
 * @typedef {object} Odds What a player may hope for, in the game's notation if possible, and its chance under play
 *     aimed only at it.
 * @property {number} chance
 * @property {string} goal
 */

/**
 * @typedef {object} OperatorSession The operator is signed in. `csrf` goes as header `bussolotto-csrf` with every
 *     request that changes something.
 * @property {string} csrf
 */

/**
 * @typedef {object} OwnBlock
 * @property {string} name
 * @property {number} since
 */

/**
 * @typedef {object} OwnMatchData A match the guest has played in, with the names that everybody at it sees.
 * @property {string} match
 * @property {string} table
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {number[]} seats
 * @property {string[]} names
 * @property {number | null} started
 * @property {number | null} ended
 * @property {number[] | null} returns
 */

/**
 * @typedef {object} OwnNotice
 * @property {string} match
 * @property {string} event
 * @property {number} since
 */

/**
 * @typedef {object} OwnPreset
 * @property {string} preset
 * @property {string} game
 * @property {string} name
 * @property {Record<string, string>} options
 * @property {number | null} seats
 * @property {string[]} authors
 * @property {string} licence
 * @property {string} about
 */

/**
 * @typedef {object} OwnPuzzle A puzzle that the guest has answered: how often until it was right, and since when it is
 *     solved.
 * @property {string} puzzle
 * @property {string} game
 * @property {number} answers
 * @property {number} since
 * @property {number | null} solved
 */

/**
 * @typedef {object} OwnReport A report the guest has made.
 * @property {string} name
 * @property {string} table
 * @property {string} match
 * @property {string} reason
 * @property {string} words
 * @property {number} since
 * @property {boolean} settled
 */

/**
 * @typedef {object} OwnReview What a review has found of the guest's seat in a match.
 * @property {string} match
 * @property {SeatReview} found
 */

/**
 * @typedef {object} OwnSheet A rule sheet that the guest has brought to this server.
 * @property {string} name
 * @property {string} text
 * @property {number} since
 */

/**
 * @typedef {object} OwnTable A table where the guest sits or is host.
 * @property {string} table
 * @property {string} game
 * @property {boolean} host
 * @property {number[]} seats
 * @property {string[]} names
 * @property {number} changed
 */

/**
 * @typedef {object} PastMatch One's own match. `version` is the number of plies; `seats` are all that are one's own
 *     (on one device several).
 * @property {string} match
 * @property {string} table
 * @property {string} game
 * @property {string[]} names
 * @property {number} seat
 * @property {number[]} seats
 * @property {boolean} over
 * @property {number[] | null} returns
 * @property {number} started
 * @property {number} version
 * @property {boolean} my_turn
 * @property {'days' | 'live'} pace
 * @property {number | null} turn_since
 * @property {string[]} movers
 */

/**
 * @typedef {object} PileLook The pyramid on a general page. `dice`, `faces`: fields by cell; `size`: of the lattice,
 *     or the field with it.
 * @property {string} dice
 * @property {string[]} colours
 * @property {string} faces
 * @property {number} first_pose
 * @property {number | string} size
 * @property {boolean} own_side
 */

/**
 * @typedef {object} PileView What of the pyramid stayed for a game, how much of that just as it was; what was filled
 *     in, what cleared away.
 * @property {number} stay
 * @property {number} kept
 * @property {number} filled
 * @property {number} cleared
 */

/**
 * @typedef {object} PlayerTold A seat: its share and points, what its choices cost, and its luck, each with its
 *     standard error.
 * @property {number} seat
 * @property {number} share
 * @property {number} points
 * @property {number} decisions
 * @property {Record<string, number>} verdicts
 * @property {number} lost
 * @property {number} lost_error
 * @property {number | null} luck
 * @property {number | null} luck_error
 * @property {number | null} adjusted
 * @property {number | null} points_luck
 * @property {Reactions | null} reactions
 */

/**
 * @typedef {object} Point The win shares of all seats after so many plies.
 * @property {number} plies
 * @property {number[]} shares
 */

/**
 * @typedef {object} PracticeTold How far a practice match has come: so many of its steps are done, and the names of
 *     the next and the last one.
 * @property {number} done
 * @property {number} steps
 * @property {string | null} next
 * @property {string | null} last
 */

/**
 * @typedef {object} PresetView House rules under a name. `link` hands them on; `by` is what the guest is called who
 *     keeps them.
 * @property {string} preset
 * @property {string} link
 * @property {string} game
 * @property {string} name
 * @property {string} by
 * @property {boolean} mine
 * @property {number} rules
 * @property {Record<string, string>} options
 * @property {number | null} seats
 * @property {string[]} authors
 * @property {string} licence
 * @property {string} about
 * @property {boolean} fits
 */

/**
 * @typedef {object} Preview What would be after these actions? Stores nothing, tells nobody.
 * @property {'preview'} type
 * @property {string | number} id
 * @property {number} version
 * @property {number[]} actions
 */

/**
 * @typedef {object} PreviewMessage
 * @property {'preview'} type
 * @property {any} view
 * @property {number[] | null} movers
 * @property {number[] | null} legal
 * @property {string} [show]
 * @property {number} [rest_ms]
 * @property {ThrowDue} [throw]
 * @property {PracticeTold} [practice]
 * @property {FairTold} [fair]
 * @property {string | number} id
 * @property {number} version
 */

/**
 * @typedef {object} Probe Are you there? The answer is `alive`, and costs next to nothing.
 * @property {'probe'} type
 */

/**
 * @typedef {object} Prospect What was to be expected after what was `done`, and after the `best`, of one thing that
 *     counts in the game.
 * @property {string} word
 * @property {boolean} chance
 * @property {number} done
 * @property {number} best
 * @property {number} error
 * @property {boolean} against
 */

/**
 * @typedef {object} PublicKey A public key that signs files: Ed25519, in hex. `since`: the day of its first use,
 *     `2026-11-25`.
 * @property {string} key
 * @property {string} since
 */

/**
 * @typedef {object} PublicKeys The public keys of this server, the oldest first.
 * @property {PublicKey[]} keys
 */

/**
 * @typedef {object} PushKey The public key of this server for web push, base64url.
 * @property {string} key
 */

/**
 * @typedef {object} PuzzleActions What the seat does, one action after the other.
 * @property {number[]} actions
 */

/**
 * @typedef {object} PuzzleAnswer Was `done`, the first action, the best? `costs` of all actions, the best first;
 *     `share`: what the best one wins.
 * @property {number} done
 * @property {boolean} right
 * @property {'bounded' | 'estimated' | 'exact'} kind
 * @property {number} share
 * @property {PuzzleCost[]} costs
 * @property {string | null} next
 */

/**
 * @typedef {object} PuzzleCost An action and what it costs against the best one, in win share, with the standard
 *     error.
 * @property {number} action
 * @property {string} text
 * @property {number} loss
 * @property {number} error
 */

/**
 * @typedef {object} PuzzleFigures How many puzzles a guest has `answered` and `solved`, and solved at the `first` try.
 * @property {number} answered
 * @property {number} solved
 * @property {number} first
 * @property {boolean} today
 */

/**
 * @typedef {object} PuzzlePosition A position of a puzzle as its seat sees it, `version` plies after the beginning of
 *     the match.
 * @property {Record<string, any>} view
 * @property {number[]} movers
 * @property {number[]} legal
 * @property {string} show
 * @property {number} version
 */

/**
 * @typedef {object} PuzzleView A puzzle: what is best for `seat`, who sees only this? `day`: the day on which it is
 *     everybody's puzzle.
 * @property {string} puzzle
 * @property {string} game
 * @property {number} seats
 * @property {number} seat
 * @property {Record<string, string>} options
 * @property {PuzzlePosition} position
 * @property {boolean} solved
 * @property {string | null} day
 */

/**
 * @typedef {object} QuickMatch Still waiting, since when, and how many others look for one of these games; or the
 *     table that was found.
 * @property {boolean} waiting
 * @property {number} since_s
 * @property {number} others
 * @property {string | null} table
 */

/**
 * @typedef {object} QuickWish Games of which I would play any, at once; with `seats` only with so many people.
 * @property {string[]} games
 * @property {number | null} [seats]
 * @property {boolean} [bots]
 */

/**
 * @typedef {object} RaceView How a race is kept fair: a claim waits at most `window_ms` for those that may have been
 *     earlier.
 * @property {number} window_ms
 * @property {boolean} uneven
 * @property {(number[] | null)[]} bands
 */

/**
 * @typedef {object} Reactions The claims of one seat: how many, how many came too late, and times in milliseconds,
 *     None of too few claims.
 * @property {number} claims
 * @property {number} accepted
 * @property {number} beaten
 * @property {number | null} eye_and_hand_ms
 * @property {number | null} deciding_ms
 * @property {number | null} line_ms
 */

/**
 * @typedef {object} Ready Whether anything can be stored, and if not, why: the file was `removed` or is `damaged`, or
 *     the disk is `full`.
 * @property {'ok' | 'unable'} status
 * @property {'owner' | 'standby' | 'tables'} role
 * @property {'damaged' | 'full' | 'removed' | null} problem
 * @property {FileState} file
 * @property {number} aside
 */

/**
 * @typedef {object} Reason Why: the key of a text of the game, with what it names. Chances are shown in percent,
 *     numbers as they are.
 * @property {Record<string, number>} chances
 * @property {Record<string, number>} numbers
 * @property {string} text
 */

/**
 * @typedef {object} Refused
 * @property {'refused'} type
 * @property {string | number | null} id
 * @property {string} code
 * @property {string | null} clause
 * @property {string} text
 * @property {Record<string, any>} values
 */

/**
 * @typedef {object} ReplayView A whole match, ply by ply; frame 0 is the opening position, before anybody has moved.
 *     `claims`: of a race.
 * @property {string} game
 * @property {number} rules
 * @property {string[]} names
 * @property {Record<string, string>} options
 * @property {number} seats
 * @property {End | null} end
 * @property {Frame[]} frames
 * @property {number[][]} scores
 * @property {'program' | 'real'} dice
 * @property {ClaimTold[]} claims
 * @property {EveningView | null} evening
 */

/**
 * @typedef {object} ReportView A report. `said`: the chat at the table until then. `banned`: is the reported guest
 *     banned now?
 * @property {number} report
 * @property {string | null} reporter
 * @property {string | null} reporter_name
 * @property {string | null} reported
 * @property {string} name
 * @property {string | null} name_now
 * @property {string} table
 * @property {string} match
 * @property {string | null} game
 * @property {number} version
 * @property {number} seat
 * @property {'cheating' | 'copied' | 'insults' | 'name' | 'other' | 'stalling'} reason
 * @property {string} words
 * @property {SaidLine[]} said
 * @property {number} since
 * @property {number | null} settled
 * @property {boolean} banned
 * @property {string | null} sheet
 */

/**
 * @typedef {object} Reported Whom I reported, and why.
 * @property {string} name
 * @property {'cheating' | 'copied' | 'insults' | 'name' | 'other' | 'stalling'} reason
 */

/**
 * @typedef {object} Restarting The server is about to stop, and another takes over. Nothing is lost: connect again
 *     once this is closed.
 * @property {'restarting'} type
 */

/**
 * @typedef {object} Resume Tell me what happened since this version; without one, where the match stands.
 * @property {'resume'} type
 * @property {number | null} [version]
 */

/**
 * @typedef {object} Resync Forget what you know of this match; a view follows.
 * @property {'resync'} type
 */

/**
 * @typedef {object} Retention For how long things are kept. `match_days`: finished matches; null for ever.
 * @property {number | null} match_days
 * @property {number} empty_table_hours
 * @property {number} waiting_table_days
 * @property {number} guest_days
 * @property {number} claim_days
 */

/**
 * @typedef {object} ReviewTold The review of a match, as docs/review.md describes it. Plies are counted from 1, as in
 *     a match file.
 * @property {string} game
 * @property {number} seats
 * @property {string[]} names
 * @property {Record<string, string>} options
 * @property {number} depth
 * @property {number} seed
 * @property {boolean} interrupted
 * @property {number[]} best_players
 * @property {number | null} luckiest
 * @property {PlayerTold[]} players
 * @property {number} forced
 * @property {ChoiceTold[]} choices
 * @property {RollTold[]} rolls
 * @property {Point[]} course
 * @property {TurnTold[]} turning_points
 */

/**
 * @typedef {object} ReviewView The review of a match, or how far it is: `done` from 0 to 1; `none` if nobody has asked
 *     for one.
 * @property {'done' | 'failed' | 'none' | 'running' | 'waiting'} state
 * @property {number} done
 * @property {ReviewTold | null} review
 */

/**
 * @typedef {object} RollTold What fell between two decisions, and by seat the luck, its errors, and what could be
 *     expected afterwards.
 * @property {number} first
 * @property {number} last
 * @property {string[]} fallen
 * @property {'bounded' | 'estimated' | 'exact'} kind
 * @property {number[]} luck
 * @property {number[]} errors
 * @property {number[]} shares
 * @property {number[] | null} points_luck
 * @property {number[] | null} points
 */

/**
 * @typedef {object} SaidLine What somebody said at a table, as the operator of the server sees it in a report.
 * @property {string} guest
 * @property {number} seat
 * @property {string} name
 * @property {number | null} phrase
 * @property {string | null} text
 */

/**
 * @typedef {object} SaidMessage What was said at this table, the oldest first.
 * @property {'said'} type
 * @property {Utterance[]} said
 */

/**
 * @typedef {object} Say Say something at this table: a set phrase by its number, or free words where the host allows
 *     them.
 * @property {'say'} type
 * @property {string | number} id
 * @property {number | null} [phrase]
 * @property {string | null} [text]
 */

/**
 * @typedef {object} SeatClaim Sit down, under this name if one is given; or, as host, put a bot there.
 * @property {string | null} [name]
 * @property {string | null} [player]
 */

/**
 * @typedef {object} SeatOfTable
 * @property {number} seat
 * @property {string | null} guest
 * @property {string} name
 * @property {string | null} player
 */

/**
 * @typedef {object} SeatReview A seat of a reviewed match: its share without luck, with the standard error of that,
 *     None where not measured.
 * @property {number} seat
 * @property {number | null} adjusted
 * @property {number | null} error
 * @property {number} decisions
 * @property {number} lost
 * @property {number} mistakes
 * @property {number} blunders
 * @property {Record<string, number>} kinds
 */

/**
 * @typedef {object} SeatView A seat as everybody sees it. `here`: a page of this player is connected. `left`: they
 *     stood up during the match.
 * @property {number} seat
 * @property {string} name
 * @property {'bot' | 'person' | null} kind
 * @property {string | null} player
 * @property {boolean} here
 * @property {boolean} left
 * @property {boolean} away
 * @property {boolean} late
 */

/**
 * @typedef {object} SheetExample A rule sheet to begin with: its text, and what it is called; "" for the least that is
 *     a game.
 * @property {string} title
 * @property {string} sheet
 */

/**
 * @typedef {object} SheetFault What is wrong with a sheet: a refusal, and the line, from 1, at which it is.
 * @property {string} code
 * @property {string} text
 * @property {Record<string, any>} values
 * @property {number} line
 */

/**
 * @typedef {object} SheetFigures What matches of so many seats were like. `decisions`: of how many 5, 50 and 95 % have
 *     no more.
 * @property {number} seats
 * @property {number} matches
 * @property {number[]} decisions
 * @property {number[]} places
 * @property {Record<string, number>} endings
 * @property {string} by
 */

/**
 * @typedef {object} SheetReport What is wrong with a rule sheet, for the operator of the server; in my own words too,
 *     if I like.
 * @property {'copied' | 'insults' | 'other'} reason
 * @property {string} [words]
 */

/**
 * @typedef {object} SheetTrial A rule sheet that is being written, and how far a match of it has been walked.
 * @property {string} sheet
 * @property {'de' | 'en' | 'fr' | 'it'} lang
 * @property {number} seed
 * @property {number | null} [seats]
 * @property {Decision[]} [decisions]
 * @property {number} [more]
 * @property {number | null} [seat]
 * @property {string} [known]
 */

/**
 * @typedef {object} SheetTried What becomes of a sheet that is being written: what is wrong with it, or else a match
 *     of it.
 * @property {SheetFault | null} fault
 * @property {string} game
 * @property {GameDetails | null} facts
 * @property {Record<string, string> | null} texts
 * @property {TriedMatch | null} match
 */

/**
 * @typedef {object} SheetVersion A version of a rule sheet of this server, or of house rules, and when it came.
 * @property {string} sheet
 * @property {number} since
 */

/**
 * @typedef {object} SheetView A rule sheet of this server, or house rules. `sheet`: the name of its game, or that of
 *     the house rules.
 * @property {string} sheet
 * @property {string} title
 * @property {string[]} authors
 * @property {string} licence
 * @property {string} about
 * @property {number[]} seats
 * @property {number} since
 * @property {boolean} mine
 * @property {string} link
 * @property {HouseRules | null} rules
 * @property {SheetFigures[] | null} measured
 * @property {SheetVersion[]} versions
 * @property {'done' | 'failed' | 'none' | 'running' | 'waiting' | null} measuring
 */

/**
 * @typedef {object} SignIn The token that `bussolotto admin token` has printed.
 * @property {string} token
 */

/**
 * @typedef {object} Skip I have seen what stops the table at this version; when all who sit there have, it goes on.
 * @property {'skip'} type
 * @property {number} version
 */

/**
 * @typedef {object} SpectatorsMessage So many people look on at this table; nothing else has changed.
 * @property {'spectators'} type
 * @property {number} spectators
 */

/**
 * @typedef {object} StandIn A bot played for my seat: this many plies from this version on; sent until I act.
 * @property {number} since
 * @property {number} plies
 */

/**
 * @typedef {object} Started
 * @property {string} match
 * @property {number} version
 */

/**
 * @typedef {object} StepTold A ply as this viewer may know it; action and text are null where they may not.
 * @property {number} seat
 * @property {number | null} action
 * @property {string | null} text
 * @property {EventTold[]} [events]
 * @property {Record<string, any>} [scene]
 */

/**
 * @typedef {object} StepsMessage
 * @property {'steps'} type
 * @property {any} view
 * @property {number[] | null} movers
 * @property {number[] | null} legal
 * @property {string} [show]
 * @property {number} [rest_ms]
 * @property {ThrowDue} [throw]
 * @property {PracticeTold} [practice]
 * @property {FairTold} [fair]
 * @property {number} version
 * @property {StepTold[]} steps
 */

/**
 * @typedef {object} StoredData Everything stored of a guest. `browsers`: the push addresses of their browsers.
 * @property {string} guest
 * @property {string} name
 * @property {number} since
 * @property {OwnTable[]} tables
 * @property {OwnMatchData[]} matches
 * @property {OwnPreset[]} presets
 * @property {OwnBlock[]} blocks
 * @property {number} links
 * @property {string | null} webhook
 * @property {string[]} browsers
 * @property {OwnNotice[]} notices
 * @property {OwnReport[]} reports
 * @property {OwnReview[]} reviewed
 * @property {OwnPuzzle[]} puzzles
 * @property {OwnSheet[]} sheets
 */

/**
 * @typedef {object} Subscription What a browser tells of its subscription. Nothing is sent inside a push, so its own
 *     keys are not needed.
 * @property {string} endpoint
 */

/**
 * @typedef {object} TableMessage
 * @property {'table'} type
 * @property {TableView} table
 */

/**
 * @typedef {object} TableOfServer A table, with who sits there.
 * @property {string} table
 * @property {string} game
 * @property {string} match
 * @property {'over' | 'running' | 'waiting'} state
 * @property {string} visibility
 * @property {SeatOfTable[]} seats
 * @property {number} changed
 * @property {boolean} shut
 */

/**
 * @typedef {object} TableOpened
 * @property {string} table
 * @property {string} link
 * @property {string} match
 */

/**
 * @typedef {object} TableView A table as everybody sees it. `host` is the host's seat, if they sit; `offers` the seats
 *     that agree to end.
 * @property {string} table
 * @property {string} link
 * @property {string} game
 * @property {SeatView[]} seats
 * @property {Record<string, string>} options
 * @property {'closed' | 'link' | 'open'} visibility
 * @property {number | null} host
 * @property {string} match
 * @property {'over' | 'running' | 'waiting'} state
 * @property {number} spectators
 * @property {number[]} offers
 * @property {Mine} me
 * @property {boolean} hints
 * @property {'program' | 'real'} dice
 * @property {End | null} end
 * @property {number[] | null} returns
 * @property {ClockView | null} clock
 * @property {'days' | 'live'} pace
 * @property {number | null} since
 * @property {'free' | 'off' | 'phrases'} chat
 * @property {RaceView | null} race
 * @property {boolean} device
 * @property {EveningView | null} evening
 * @property {string | null} preset
 * @property {number[] | null} ready
 * @property {number | null} old_rules
 * @property {boolean} practice
 * @property {boolean} shut
 * @property {'operator' | 'pages' | 'practice' | 'race' | 'real' | 'table'} fair
 * @property {number} number
 */

/**
 * @typedef {object} Throw So the dice fell that people roll here, all or none, seen at this version: outcomes of
 *     chance by their code.
 * @property {'throw'} type
 * @property {string | number} id
 * @property {number} version
 * @property {number[]} outcomes
 */

/**
 * @typedef {object} ThrowDue Dice that people roll and type in. `seats` may say how they fell; they alone are sent how
 *     many and what may fall.
 * @property {number[]} seats
 * @property {number | null} dice
 * @property {number[]} outcomes
 * @property {boolean} secret
 */

/**
 * @typedef {object} TrayLook Dice on a general page: a field with faces, with counts by face, or, of several colours,
 *     with counts by colour.
 * @property {string} field
 * @property {string[]} colours
 * @property {boolean} counts
 * @property {boolean} kinds
 * @property {boolean} by_seat
 * @property {string} takes
 */

/**
 * @typedef {object} TriedMatch Where a walk through a match of a sheet has come to.
 * @property {number} seats
 * @property {Decision[]} decisions
 * @property {number} version
 * @property {Record<string, any>} view
 * @property {string} show
 * @property {number[]} movers
 * @property {number | null} seat
 * @property {number[]} legal
 * @property {number[]} scores
 * @property {number[]} returns
 * @property {string} ending
 * @property {boolean} stopped
 * @property {DecisionRefused | null} refused
 */

/**
 * @typedef {object} TryLook What can be tried in a race while `field` holds `value`: actions that begin with `word`.
 * @property {string} word
 * @property {string} field
 * @property {number} value
 * @property {string} at
 * @property {string} by
 * @property {string} once
 */

/**
 * @typedef {object} TurnTold A turning point: the number of its choice or roll in their list, whom it concerned, and
 *     what it changed.
 * @property {number} ply
 * @property {'choice' | 'roll'} kind
 * @property {number} index
 * @property {number} seat
 * @property {number} change
 * @property {('best' | 'done' | 'fell')[]} marks
 */

/**
 * @typedef {object} Utterance What somebody at the table said: a set phrase by its number, or free words. Later ones
 *     have greater numbers.
 * @property {number} number
 * @property {number} seat
 * @property {string} name
 * @property {number | null} phrase
 * @property {string | null} text
 * @property {number} ago_s
 */

/**
 * @typedef {object} ViewMessage
 * @property {'view'} type
 * @property {any} view
 * @property {number[] | null} movers
 * @property {number[] | null} legal
 * @property {string} [show]
 * @property {number} [rest_ms]
 * @property {ThrowDue} [throw]
 * @property {PracticeTold} [practice]
 * @property {FairTold} [fair]
 * @property {number} version
 */

/**
 * @typedef {ViewMessage | StepsMessage | PreviewMessage | Ack | Refused | Resync | Alive | Restarting | TableMessage | SpectatorsMessage | SaidMessage | ContestedMessage} Message
 */

/**
 * @typedef {Resume | Probe | Act | Preview | Throw | Say | Skip | Commit | Nonce} Request
 */

export {};
