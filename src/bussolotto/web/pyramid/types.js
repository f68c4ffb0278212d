/**
 * The words that the pages of the pyramid games, the pile, its flat view and its 3D scene share, as types. Nothing here
 * runs. Numbers of cells, sides and faces are those of lattice.js.
 *
 * @typedef {'red' | 'yellow' | 'pearl' | 'turquoise' | 'violet'} Colour
 * @typedef {0 | 1 | 2} Side X, Y, Z
 * @typedef {readonly number[]} Faces what a die shows to X, Y, Z: 1..6, 0 where that is not known or blank
 *
 * @typedef {object} PileDie
 * @property {number} cell
 * @property {Colour} colour
 * @property {Faces} [faces] none: a die without pips
 * @property {number} [seat] whose it is
 * @property {'new' | 'dim' | 'lifted' | 'chosen'} [look]
 *
 * @typedef {object} Place a cell where something may be done now: a ghost die where it is empty, a ring where a die
 *     stands
 * @property {number} cell
 * @property {string} label what picking it does, in words
 * @property {Colour} [colour] of the ghost
 * @property {Faces} [faces] of the ghost
 * @property {string} [mark] a short sign to show there
 * @property {boolean} [quiet] may it be picked like any other, but is drawn only while it is pointed at? Where very
 *     many may be tried
 *
 * @typedef {{cell: number, colour: Colour}} Goal a cell to be reached: it has a flag
 *
 * @typedef {{from: number, to: number}} Move a die that went from cell to cell in the last step: it slid or was tipped
 *
 * @typedef {(die: PileDie, seat: number) => string | null} Lies a selector; null where it is not drawn
 *
 * @typedef {object} PileProps
 * @property {readonly PileDie[]} dice
 * @property {readonly Place[]} places
 * @property {(cell: number) => void} onPick called for any cell that is picked, by pointer, touch, key or screen reader
 * @property {number | null} [chosen] a cell picked so far
 * @property {number} [size] the sum of a base cell's coordinates; smaller lattices are the top corner of the big one
 * @property {number | null} [side] the side nearest to me; none: X
 * @property {readonly Goal[]} [goals]
 * @property {readonly Move[]} [moves] other changes are told by comparing: gone = taken, new = dropped in, other faces
 *     = turned over
 * @property {(cell: number) => number | undefined} [taker] who gets a die that left this cell in the last step: it flies
 *     there in his colour
 * @property {Lies} [lies] where such a die is drawn now: it flies there as it is
 * @property {(cell: number) => string} [describe] more words for a cell
 * @property {string} label the accessible name of the whole
 * @property {boolean} [busy] may nothing be picked now?
 * @property {boolean} [atOnce] does a pick do something at once, that nobody asks about? Then a finger that could mean two
 *     cells looks closer first
 * @property {boolean} [silent] do faces not matter in this game? Then they are seen, not told
 * @property {boolean} [names] show the names of cells at first
 * @property {import('../types.js').Translate} t
 * @property {{motion: boolean}} settings
 *
 * @typedef {object} Look how a pile is to be shown, beside what lies there
 * @property {number | null} chosen
 * @property {number} size
 * @property {Side} side the side nearest to begin with; later `turn` and `face` say so, and `onSide` tells the pile
 * @property {boolean} own is that my own side, which I read? Else an edge comes to the front
 * @property {boolean} names
 * @property {readonly Move[]} moves
 * @property {readonly Goal[]} [goals]
 * @property {(cell: number) => number | undefined} [taker] dice of these cells leave in another way
 * @property {boolean} motion
 * @property {number | null} [focused] the cell that the keyboard is at: its outline
 *
 * @typedef {object} SceneWish
 * @property {(cell: number) => void} onPick
 * @property {'light' | 'dark'} theme
 * @property {(side: Side) => void} [onSide] the pile was turned, by hand or by `turn`: this side is nearest now
 * @property {(cell: number | null) => void} [onAgain] the second tap of a double tap, and what is there
 * @property {(scale: number) => void} [onZoom] so many times as large is it seen now
 * @property {(count: number) => void} [onUnseen] of so many places nothing is seen from here; told when all rests
 * @property {(ms: number) => void} [onSlow] even a coarse frame takes so long
 * @property {() => void} [onLost] the machine has taken the picture away
 *
 * @typedef {object} Scene the pile in three dimensions, on a canvas
 * @property {(dice: readonly PileDie[], places: readonly Place[], look: Look) => void} show
 * @property {(thirds: number) => void} turn 1 brings the side to the left to the front (LEFT_OF), -1 the one to the
 *     right
 * @property {(side: Side) => void} face this side to the front, and see all of it
 * @property {(factor: number, point?: {x: number, y: number}) => void} near look closer, about a point of the canvas
 * @property {() => void} reveal turn to places of which nothing is seen from here
 * @property {(cell: number) => {x: number, y: number, size: number}} where a cell is on the canvas
 * @property {() => void} resize the canvas has another size
 * @property {() => void} skip end what moves at once
 * @property {() => void} draw now
 * @property {() => void} dispose
 *
 * @typedef {{dice: Record<string, string>, pips: Record<string, string>, accent: string, wood: string, woodDeep:
 *     string,
 *   light: boolean}} Palette
 *
 * @typedef {(canvas: HTMLCanvasElement, wish: SceneWish) => Scene | Promise<Scene>} CreateScene throws where there is
 *     no WebGL
 */
export {};
