// boardgame.io: Pig as its documentation writes games, played through the reducer that its server runs.
// Answers as worker.py does. No undo, no log beyond what the reducer makes for each move.
"use strict";

const readline = require("node:readline");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");

const GOAL = 100;
const pig = {
  name: "pig",
  disableUndo: true,
  setup: () => ({ points: [0, 0], pot: 0 }),
  moves: {
    roll: ({ G, random, events }) => {
      const face = random.D6();
      if (face === 1) {
        G.pot = 0;
        events.endTurn();
      } else {
        G.pot += face;
      }
    },
    stop: ({ G, ctx, events }) => {
      G.points[Number(ctx.currentPlayer)] += G.pot;
      G.pot = 0;
      events.endTurn();
    },
  },
  endIf: ({ G }) => (G.points.some((points) => points >= GOAL) ? { over: true } : undefined),
};

const reducer = CreateGameReducer({ game: pig, isClient: false });
const opening = InitializeGame({ game: pig, numPlayers: 2 });
const opening_data = opening.plugins.random.data;

let seed = 1;
function match() {
  // a match with a seed of its own
  const random = { ...opening.plugins.random, data: { ...opening_data, seed: String(seed++) } };
  let state = { ...opening, plugins: { ...opening.plugins, random } };
  let decisions = 0;
  while (state.ctx.gameover === undefined) {
    const playerID = state.ctx.currentPlayer;
    const won = state.G.points[Number(playerID)] + state.G.pot >= GOAL;
    const type = won || Math.random() < 0.5 ? "stop" : "roll";
    state = reducer(state, { type: "MAKE_MOVE", payload: { type, args: [], playerID } });
    decisions += 1;
  }
  return decisions;
}

function cpu_s() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function tell(what) {
  process.stdout.write(JSON.stringify(what) + "\n");
}

const versions = { "boardgame.io": require("boardgame.io/package.json").version, node: process.versions.node };
tell({ versions, games: ["pig"] });
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  const begun_s = cpu_s();
  let matches = 0;
  let decisions = 0;
  while (cpu_s() - begun_s < asked.seconds) {
    decisions += match();
    matches += 1;
  }
  tell({ matches, decisions, note: "", cpu_s: cpu_s() - begun_s });
});
